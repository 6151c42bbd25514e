/** The advisor, loaded when it is opened or when the browser is idle. */
import { Lazy } from '../ui/lazy';

/** Module of the advisor. */
export const advisor = new Lazy(() => import('./Advisor'));
