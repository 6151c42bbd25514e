/**
 * What can be done with a chart besides looking at it: tables, drawings for paper, files, other flows, notes at the cursor. One file, fetched
 * after the first picture.
 */
export { DataTable } from './DataTable';
export { svgFigure } from './figure';
export { saveChart } from './save';
export { snapped } from './ticks';
export { spokenTip, writeTip } from './tips';
export { WatchForm } from './WatchForm';
export { WholeRun } from './WholeRun';
