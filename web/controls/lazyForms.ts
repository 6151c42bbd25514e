/** The forms, which are loaded after the first picture. */
import { Later } from '../ui/later';

/** Module of the forms; loaded at once, in parallel with the simulator. */
export const forms = new Later(() => import('./forms'));
