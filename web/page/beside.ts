/** Parts of the split view: one module, loaded after the first picture (see `lazy.ts`). */
import './beside.css';

export { startBeside } from '../lab/beside';
export { RunHead, RunTabs } from './RunHead';
