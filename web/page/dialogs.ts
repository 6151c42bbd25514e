/** What opens over the page when asked for, and what is said of the run: one file, fetched after the first picture (see `later.ts`). */
import './dialogs.css';

export { Glossary } from '../learn/Glossary';
export { Gallery } from '../presets/Gallery';
export { KeepingBars } from './KeepingBars';
export { KeySheet } from './KeySheet';
export { Narration } from './Narration';
export { Share } from './Share';
