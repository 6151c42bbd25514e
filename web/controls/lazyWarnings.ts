/** The list of warnings, which is loaded after the forms. */
import { Lazy } from '../ui/lazy';

/** Module of the list of warnings; loaded with the first warning. */
export const warningList = new Lazy(() => import('./WarningList'));
