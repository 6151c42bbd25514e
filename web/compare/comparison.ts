/** The comparison in one file, fetched after the first picture (see `later.ts`). */
import './compare.css';

export { studyWorkers } from '../study/workers';
export { CompareBody } from './CompareBody';
export { CompareController } from './controller';
export { BaselineBar } from './BaselineBar';
