/** The field of a file, which few forms have: it comes when one does. */
import { Later } from '../ui/later';

export const fileField = new Later(() => import('./FileField'));
