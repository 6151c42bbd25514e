/** The Studies view, loaded when it is opened or when the browser is idle. */
import { Later } from '../ui/later';

/** Module of the view. */
export const curves = new Later(() => import('./Studies'));
