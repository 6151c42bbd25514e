/** The Papers view, loaded when it is opened or when the browser is idle. */
import { Lazy } from '../ui/lazy';

/** Lazily loaded Papers view. */
export const papers = new Lazy(() => import('./Papers'));
