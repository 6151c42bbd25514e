/** All parts of the comparison, loaded after the first display of the page. */
import './compare.css';

export { studyWorkers } from '../sweep/workers';
export { CompareBody } from './CompareBody';
export { CompareController } from './controller';
export { BaselineBar } from './BaselineBar';
