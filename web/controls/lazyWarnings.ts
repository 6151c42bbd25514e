/** The list of warnings, which is loaded after the forms. */
import { Later } from '../ui/later';

/** Module of the list of warnings; loaded with the first warning. */
export const warningList = new Later(() => import('./WarningList'));
