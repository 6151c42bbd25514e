/** Loads the search when it is opened. */
import { Lazy } from '../ui/lazy';

/** Dialog that searches everything. */
export const searchPart = new Lazy(() => import('./Palette'));
