/** Texts of the Papers view, grouped by component. */
import { count, integer } from '../ui/language';
import type { Origin } from '../types/papers';
import type { ShownVerdict } from './verdict';

const FIGURES = { one: 'figure', other: 'figures' };
const PAPERS = { one: 'paper', other: 'papers' };
const CLAIMS = { one: 'claim', other: 'claims' };
const RUNS = { one: 'run', other: 'runs' };
const POINTS = { one: 'point', other: 'points' };

/** Texts of verdicts and of their numbers. */
export const VERDICT = {
  /** Verdict of one claim. */
  name: {
    holds: 'reproduced',
    remark: 'reproduced with a remark',
    undecided: 'undecided',
    differs: 'not reproduced',
    contradicted: 'contradicted by the paper itself',
  } satisfies Record<ShownVerdict, string>,
  /** Number of claims with a verdict, in a list of such numbers. */
  counted: {
    holds: (n: number) => `${integer(n)} reproduced`,
    remark: (n: number) => `${integer(n)} with a remark`,
    undecided: (n: number) => `${integer(n)} undecided`,
    differs: (n: number) => `${integer(n)} not reproduced`,
    contradicted: (n: number) => `${integer(n)} contradicted by the paper itself`,
  } satisfies Record<ShownVerdict, (n: number) => string>,
  none: 'no claim checked',
  added: (counts: string) => `added by Bufferlab: ${counts}`,
  assuming: (assumption: string) => `, assuming that ${assumption}`,
} as const;

/** Texts of the gallery: search, filters, groups and cards. */
export const GALLERY = {
  search: 'Find a figure',
  searchHint: 'Search by title, paper or topic',
  grouping: 'Group figures',
  byPaper: 'By paper',
  byTopic: 'By topic',
  filter: 'Show figures with a claim that is',
  all: 'All',
  verdicts: {
    holds: 'Reproduced',
    remark: 'With a remark',
    undecided: 'Undecided',
    differs: 'Not reproduced',
    contradicted: 'Contradicted by the paper',
  } satisfies Record<ShownVerdict, string>,
  notChecked: 'Not checked yet.',
  unreadable: (problem: string) => `This figure cannot be shown: ${problem}.`,
  missing: (n: number) => `${count(n, FIGURES)} not reproduced yet (see reasons)`,
  noReason: 'No reason given',
  otherPaper: 'Other papers',
  noTopic: 'No topic',
  missingGroup: 'Not reproduced yet',
  empty: 'No figures are included in this build.',
  noMatch: 'No figures match. Change the search text or the filter.',
  total: (n: number, papers: number) => `${count(n, FIGURES)} from ${count(papers, PAPERS)}`,
  totalOf: (shown: number, n: number, papers: number) =>
    `${integer(shown)} of ${count(n, FIGURES)}, from ${count(papers, PAPERS)}`,
  status: (figures: string, claims: string) => `${figures}. Claims: ${claims}.`,
  statusMissing: (n: number) => ` ${count(n, FIGURES)} not reproduced yet (see reasons).`,
} as const;

/** Texts of a figure's page, and errors of loading a figure. */
export const FIGURE_PAGE = {
  back: 'All figures',
  loading: 'Loading the figure …',
  openStudy: 'Open in Studies',
  openStudyFailed: 'The study could not be opened in Studies. Try again.',
  openPoint: (point: string) => `Open ${point} in the Lab`,
  openPointOf: (point: string, series: string) => `Open ${point}, ${series}, in the Lab`,
  openPointHint: (series: string) =>
    `Opens one run of “${series}”. To open another run, select a point in the chart first.`,
  openFailed: 'The Lab could not open this point. Select another point and try again.',
  storedCurve: (label: string) => `Stored result: ${label}`,
  storedCurveNote: (title: string, checked: string) => `Result of “${title}”, checked ${checked}`,
  unknown: (id: string) => `There is no figure “${id}”. Go to “All figures” to see the list.`,
  fileUnreadable: (id: string, reason: string) => `The file of figure ${id} cannot be shown: ${reason}.`,
  fileMissing: (id: string, reason: string) => `Figure ${id} could not be loaded: ${reason}.`,
  notChecked: 'This figure has not been checked yet, so no result is stored.',
  resultUnreadable: (reason: string) => `The stored result of this figure cannot be shown: ${reason}.`,
  httpStatus: (status: number) => `the server responded with status ${status}`,
} as const;

/** Problems of a file, as the end of an error message; the engine names others. */
export const FILE_PROBLEM = {
  wrongId: (id: string) => `its id is ${id}`,
} as const;

/** Texts of the section with assumptions. */
export const ASSUMPTIONS = {
  heading: 'Assumptions',
  none: 'None: the paper states the complete setup.',
  formulasOnly: 'formulas only, no simulation',
  checked: (checked: string, runs: number, seconds: number) =>
    `Checked ${checked}: ${runs === 0 ? ASSUMPTIONS.formulasOnly : count(runs, RUNS)}, ${integer(seconds)} s of computing time.`,
  reproduce: 'To reproduce this figure:',
  command: (id: string) => `bufferlab reproduce ${id}`,
} as const;

/** Texts of the table of claims. */
export const CLAIMS_TABLE = {
  heading: (n: number) => count(n, CLAIMS),
  verdict: 'Verdict',
  paper: 'Claim of the paper',
  result: 'Result of Bufferlab',
  open: 'not checked',
  notChecked: 'The last check did not include this claim.',
  tolerance: (text: string) => `Tolerance: ${text}`,
  own: {
    paper: '',
    derived: 'not stated in the paper: derived by Bufferlab',
    model: 'not stated in the paper: computed by Bufferlab from a model',
  } satisfies Record<Origin, string>,
  line: (lines: string) => `line ${lines} of the paper’s text`,
  fromModel: 'computed from its model',
  fromSetup: 'derived from its setup',
  fromSimulation: 'from a small simulation by Bufferlab',
} as const;

/** Texts of a chart, its table and its files. */
export const CHART = {
  cursor: (x: string) => `at ${x}`,
  live: (value: string) => `this browser ${value}`,
  slider: (axis: string) => `${axis}: read values in the chart`,
  notRead: (points: number) => `${count(points, POINTS)}; no point selected`,
  reading: (x: string, readings: readonly string[]) => `${x}: ${readings.join('; ')}`,
  table: 'Table',
  tableOf: (title: string) => `${title}: table`,
  tableCut: (shown: number, rows: number) =>
    `First ${integer(shown)} of ${integer(rows)} rows. Save the CSV file to get all rows.`,
  save: (title: string) => `Save “${title}”`,
  saveFailed: 'This browser could not make the image. Save the SVG or CSV file instead.',
} as const;

/** Texts of a run in the browser. */
export const LIVE = {
  start: 'Run in browser',
  restart: 'Run again',
  stop: 'Stop',
  progress: 'Completed runs',
  idle: 'Runs fewer points and seeds than the stored result, in your browser.',
  compiling: 'Compiling the simulator …',
  runs: (n: number, total: number) => `${integer(n)} of ${count(total, RUNS)}`,
  running: 'Running.',
  done: 'Done.',
  stopped: 'Stopped. Finished points stay in the chart.',
  failed: 'The run failed.',
  timeLeft: (runs: string, time: string) => `${runs}, ${time} left`,
  minutes: (n: number) => `about ${integer(n)} min`,
  seconds: (n: number) => `${integer(n)} s`,
} as const;

/** Texts of the slider that changes a model. */
export const EXPLORER = {
  curve: (value: string) => `model with ${value}`,
  hint: 'Move the slider to see the model',
  failed: 'The model could not be computed. Move the slider to try again.',
  falling: 'The curve falls over the whole range.',
  minimum: (x: string, y: string) => `Minimum ${y} at ${x}.`,
  flat: 'Beyond it the curve stays at about this level.',
  rise: (factor: string, x: string) => `Beyond it the curve rises ${factor}-fold, up to ${x}.`,
} as const;

/** Texts of the dialog with the link. */
export const SHARE = {
  open: 'Share',
  title: 'Share this figure',
  link: 'Link to this figure',
  embed: 'HTML code to embed this figure',
  note: 'The page shows the stored result and can run the simulations. No data is sent to a server.',
} as const;

/** Names of figures, by the letters of their ids. */
export const LIBRARY = {
  /** Kinds of figures, by the letters in their ids. */
  kinds: { f: 'Figure', t: 'Table', th: 'Theorem', e: 'Equation' } as Record<string, string>,
  /** Figures whose ids have no number. */
  others: {
    md1b: 'M/D/1/B, Section IV-A',
    adt: 'Algorithm 1, adaptive drop-tail',
    'optical-fifo': 'Algorithms A and B, Theorems 4 to 6: FIFO of optical delay lines',
  } as Record<string, string>,
} as const;

/** Parts of the date of a check. */
export const FORMAT = {
  inEachOf: (value: string, n: number) => `${value} in each of ${n} runs`,
  quickCheck: 'quick check',
  engine: (version: string) => `engine ${version}`,
} as const;
