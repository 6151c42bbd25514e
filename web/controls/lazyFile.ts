/** The field of a file, which is loaded with the first form that has one. */
import { Lazy } from '../ui/lazy';

/** Module of the field of a file. */
export const fileField = new Lazy(() => import('./FileField'));
