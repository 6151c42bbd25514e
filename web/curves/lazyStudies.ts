/** Curves comes when it is opened, or when the browser has nothing to do. */
import { Later } from '../ui/later';

export const curves = new Later(() => import('./Studies'));
