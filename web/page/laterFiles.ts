/** What to do with files of traces: comes later, or as soon as one is dropped or missing. */
import { Later } from '../ui/later';

export const filesPart = new Later(() => import('./files'));
