/** The advisor, loaded when it is opened or when the browser is idle. */
import { Later } from '../ui/later';

/** Module of the advisor. */
export const advisor = new Later(() => import('./Advisor'));
