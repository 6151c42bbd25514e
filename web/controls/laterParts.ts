/** The forms, which come after the first picture. */
import { Later } from '../ui/later';

/** Forms for the parameters of what is selected: fetched at once, beside the simulator. */
export const inspector = new Later(() => import('./Inspector'));

/** Warnings written out, in the same file. */
export const warningList = new Later(() => import('./WarningList'));
