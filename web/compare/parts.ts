/** The comparison in one file, fetched after the first picture (see `later.ts`). */
import './compare.css';

export { crewHere } from '../study/crew';
export { CompareBody } from './CompareBody';
export { CompareDesk } from './desk';
export { KeptLine } from './KeptLine';
