/** Papers comes when it is opened, or when the browser has nothing to do. */
import { Later } from '../ui/later';

export const papers = new Later(() => import('./Papers'));
