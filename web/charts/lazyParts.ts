/** What charts can do besides being looked at, which comes after the first picture. */
import { Lazy } from '../ui/lazy';

/** Tables of charts, charts on paper and in files, and notes at the cursor. */
export const chartExtras = new Lazy(() => import('./extras'));

/** Charts of one run against another. */
export const chartsBehind = new Lazy(() => import('./comparison-charts'));
