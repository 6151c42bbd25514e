/** The parts of the page that come later, in the order in which they are fetched. */
import { Later } from './later';

/** Gallery, sharing and keys. */
export const dialogs = new Later(() => import('./dialogs'));

/** What is in the summary. */
export const summaryFigures = new Later(() => import('./SummaryFigures'));

/** Tables of charts, and charts on paper and in files. */
export const chartExtras = new Later(() => import('../charts/extras'));

export const laterParts: readonly Later<unknown>[] = [dialogs, summaryFigures, chartExtras];
