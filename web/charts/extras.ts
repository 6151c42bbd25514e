/**
 * What can be done with a chart besides looking at it: tables, drawings for paper, files. One file, fetched
 * after the first picture.
 */
export { DataTable } from './DataTable';
export { svgFigure } from './figure';
export { saveChart } from './save';
export { WholeRun } from './WholeRun';
