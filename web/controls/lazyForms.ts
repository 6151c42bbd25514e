/** The forms, which come after the first picture. */
import { Later } from '../ui/later';

/** Forms for the parameters of what is selected: fetched at once, beside the simulator. */
export const forms = new Later(() => import('./forms'));
