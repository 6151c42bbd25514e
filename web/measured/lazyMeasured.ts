/** Loads the dialog for measured runs, after the first picture or with the first such file. */
import { Lazy } from '../ui/lazy';

/** Dialog for measured runs, and the notice of a missing one. */
export const measuredPart = new Lazy(() => import('./part'));
