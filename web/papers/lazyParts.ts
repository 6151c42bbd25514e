/** The Papers view, loaded when it is opened or when the browser is idle. */
import { Later } from '../ui/later';

/** Lazily loaded Papers view. */
export const papers = new Later(() => import('./Papers'));
