/** Files of traces: the notice of a missing file, and the dialog for a dropped file. */
import './files.css';

export { FileOffer } from './FileOffer';
export { MissingBar } from './MissingBar';
export { takeTrace } from './takeTrace';
