/** The Studies view, loaded when it is opened or when the browser is idle. */
import { Lazy } from '../ui/lazy';

/** Module of the view. */
export const curves = new Lazy(() => import('./Studies'));
