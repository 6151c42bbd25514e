/** Files of traces: which one is needed, and what one that is dropped may be played as. */
import './files.css';

export { FileOffer } from './FileOffer';
export { MissingBar } from './MissingBar';
export { takeTrace } from './takeTrace';
