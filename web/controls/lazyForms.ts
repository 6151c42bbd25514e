/** The forms, which are loaded after the first picture. */
import { Lazy } from '../ui/lazy';

/** Module of the forms; loaded at once, in parallel with the simulator. */
export const forms = new Lazy(() => import('./forms'));
