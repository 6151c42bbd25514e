/** The field of a file, which is loaded with the first form that has one. */
import { Later } from '../ui/later';

/** Module of the field of a file. */
export const fileField = new Later(() => import('./FileField'));
