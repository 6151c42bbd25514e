/** Dialogs, notices of saved work and the text summary: one module, loaded after the first picture (see `lazy.ts`). */
import './dialogs.css';

export { DialogBoundary } from '../ui/Dialog';
export { Glossary } from '../learn/Glossary';
export { Gallery } from '../presets/Gallery';
export { LessonBar } from './LessonBar';
export { SavedWorkBars } from './SavedWorkBars';
export { KeySheet } from './KeySheet';
export { Narration } from './Narration';
export { Share } from './Share';
export { actionNamed, COMMANDS } from './commands';
export { Report } from './Report';
export { titleOf } from './titles';
