/**
 * What can be done with a chart besides looking at it: tables, drawings for paper, files, other flows. One file, fetched
 * after the first picture.
 */
export { DataTable } from './DataTable';
export { svgFigure } from './figure';
export { saveChart } from './save';
export { WatchForm } from './WatchForm';
export { WholeRun } from './WholeRun';
