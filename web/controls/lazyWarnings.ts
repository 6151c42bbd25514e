/** The list of warnings, which comes after the forms that use it. */
import { Later } from '../ui/later';

/** Warnings written out: fetched with the first of them. */
export const warningList = new Later(() => import('./WarningList'));
