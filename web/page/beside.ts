/** What a second run needs: one file, fetched after the first picture (see `later.ts`). */
import './beside.css';

export { startBeside } from '../lab/beside';
export { RunHead, RunTabs } from './RunHead';
