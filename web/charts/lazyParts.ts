/** Loaders of the parts of charts that the first picture does not need. */
import { Lazy } from '../ui/lazy';

/** Loader of tables, saved and printed charts, and notes at the cursor. */
export const chartExtras = new Lazy(() => import('./extras'));

/** Loader of the charts of the baseline and of comparisons. */
export const baselineCharts = new Lazy(() => import('./comparison-charts'));
