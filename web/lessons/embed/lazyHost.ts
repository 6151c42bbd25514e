/** The connection to the page around this one, loaded only in a frame. */
import { Lazy } from '../../ui/lazy';

/** Module of the connection. */
export const host = new Lazy(() => import('./pageHost'));
