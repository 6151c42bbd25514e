/** The parts of the page that come later; folders further down keep theirs beside who shows them. */
import { chartExtras, chartsBehind } from '../charts/laterParts';
import { fileField } from '../controls/lazyFile';
import { warningList } from '../controls/lazyWarnings';
import { advisor } from '../curves/lazyAdvisor';
import { curves } from '../curves/lazyStudies';
import { offlinePart } from '../offline/laterPart';
import { filesPart } from './laterFiles';
import { papers } from '../papers/lazyParts';
import { glossary } from '../learn/lazyGlossary';
import { Later } from '../ui/later';

/** Gallery, sharing and keys. */
export const dialogs = new Later(() => import('./dialogs'));

/** What is in the summary. */
export const summaryFigures = new Later(() => import('./SummaryFigures'));

/** A second run: how it starts, and what says which is which. */
export const beside = new Later(() => import('./beside'));

/** Runs that are kept, and one compared with another. */
export const compare = new Later(() => import('../compare/comparison'));

/** Those that nobody sees at first, in the order in which they are fetched. */
export const laterParts: readonly Later<unknown>[] = [
  dialogs,
  summaryFigures,
  chartExtras,
  beside,
  compare,
  glossary,
  chartsBehind,
  warningList,
  curves,
  advisor,
  papers,
  filesPart,
  fileField,
  offlinePart,
];
