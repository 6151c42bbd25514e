/** The advisor comes when a question is asked, or when the browser has nothing to do. */
import { Later } from '../ui/later';

export const advisor = new Later(() => import('./Advisor'));
