/** The parts of the page that come later. */
import { Later } from './later';

/** Forms for the parameters of what is selected: fetched at once, beside the simulator. */
export const inspector = new Later(() => import('../controls/Inspector'));

/** Gallery, sharing and keys. */
export const dialogs = new Later(() => import('./dialogs'));

/** What is in the summary. */
export const summaryFigures = new Later(() => import('./SummaryFigures'));

/** Tables of charts, and charts on paper and in files. */
export const chartExtras = new Later(() => import('../charts/extras'));

/** Those that nobody sees at first, in the order in which they are fetched. */
export const laterParts: readonly Later<unknown>[] = [dialogs, summaryFigures, chartExtras];
