/** What charts can do besides being looked at, which comes after the first picture. */
import { Later } from '../ui/later';

/** Tables of charts, charts on paper and in files, and notes at the cursor. */
export const chartExtras = new Later(() => import('./extras'));

/** Charts of one run against another. */
export const chartsBehind = new Later(() => import('./comparison-charts'));
