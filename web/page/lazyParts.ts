/** Parts of the page that are loaded after the first picture; other folders define theirs in files of this kind. */
import { chartExtras, baselineCharts } from '../charts/lazyParts';
import { fileField } from '../controls/lazyFile';
import { warningList } from '../controls/lazyWarnings';
import { newExperiment } from '../experiment/lazyExperiment';
import { advisor } from '../studies/lazyAdvisor';
import { curves } from '../studies/lazyStudies';
import { offlinePart } from '../offline/lazyOffline';
import { glossary } from '../learn/lazyGlossary';
import { lessons } from '../learn/lazyLessons';
import { papers } from '../papers/lazyParts';
import { searchPart } from '../search/lazySearch';
import { Lazy } from '../ui/lazy';
import { measuredPart } from '../measured/lazyMeasured';
import { filesPart } from './lazyFiles';
import { welcomePart } from './welcomeState';

/** Dialogs, notices of saved work and the text summary. */
export const dialogs = new Lazy(() => import('./dialogs'));

/** Body of the summary panel. */
export const summaryStatistics = new Lazy(() => import('./SummaryStatistics'));

/** Parts that only a printed page shows. */
export const printSheet = new Lazy(() => import('./PrintSheet'));

/** Parts of the split view. */
export const beside = new Lazy(() => import('./beside'));

/** Comparison with a baseline, and saved runs. */
export const compare = new Lazy(() => import('../compare/comparison'));

/** All parts in the order in which they are loaded while the browser is idle. */
export const lazyParts: readonly Lazy<unknown>[] = [
  dialogs,
  summaryStatistics,
  chartExtras,
  beside,
  compare,
  newExperiment,
  glossary,
  lessons,
  baselineCharts,
  warningList,
  curves,
  advisor,
  papers,
  searchPart,
  welcomePart,
  filesPart,
  fileField,
  measuredPart,
  offlinePart,
  printSheet,
];
