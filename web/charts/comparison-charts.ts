/** Charts of the baseline and of comparisons: one file, which is loaded when a baseline is set. */
export { BaselineCharts, chartTransform } from './BaselineCharts';
