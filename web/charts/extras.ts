/**
 * Lazily loaded parts of charts: tables, drawings for print, files, the form of watched flows, notes at the cursor. They are
 * one file, which is loaded after the first picture.
 */
export { DataTable } from './DataTable';
export { svgFigure } from './figure';
export { traceNear } from './nearest';
export { saveChart } from './save';
export { snapped } from './ticks';
export { spokenTip, writeTip } from './tips';
export { WatchForm } from './WatchForm';
export { WholeRun } from './WholeRun';
