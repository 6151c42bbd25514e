/** What draws a run that is kept behind another: one file, fetched when a run is kept. */
export { BehindCharts, shownAgainst } from './BehindCharts';
