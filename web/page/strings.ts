/** Texts of the page's frame: header, views, regions, the state of the simulator, and notices. */
import { count, integer } from '../ui/language';

/** Texts of the page as a whole. */
export const PAGE = {
  name: 'Bufferlab',
  title: (name: string) => `${name} – Bufferlab`,
} as const;

/** Names of the views. */
export const VIEW = {
  bar: 'Views',
  learn: 'Learn',
  lab: 'Lab',
  studies: 'Studies',
  papers: 'Papers',
  hint: (label: string, key: string) => `${label} (${key})`,
} as const;

/** Texts of the header. */
export const HEADER = {
  nameHint: 'What Bufferlab is, and four ways to begin',
  search: 'Search',
  searchHint: 'Search presets, lessons, figures, terms and commands (/)',
  docs: 'Documentation',
  docsHint: 'Documentation (in a new tab)',
  keys: 'Keys and help',
  keysHint: 'Keys and help (?)',
  presets: 'Presets',
  presetsHint: 'Choose a preset (l)',
  create: 'New experiment',
  createHint: 'New experiment (e)',
  undo: 'Undo',
  undoHint: 'Undo (z)',
  redo: 'Redo',
  redoHint: 'Redo (Shift+z)',
  save: 'Save baseline',
  saveHint: 'Save this run as the baseline (k)',
  split: 'Split view',
  splitHint: 'Show a copy of this run beside it (b)',
  closeHint: 'Close run B (b)',
  sweep: 'Sweep',
  sweepHint: 'Sweep a parameter of this experiment (w)',
  share: 'Share',
  shareHint: 'Share the experiment (s)',
} as const;

/** Address of the documentation, beside the page. */
export const DOCS_PAGE = 'docs/index.html';

/** Texts of the line above an embedded page. */
export const EMBED = { open: 'Open in Bufferlab', lesson: '← Lesson' } as const;

/** Names of the parts of the Lab, as regions and as targets of the links that skip to them. */
export const REGION = {
  skip: 'Skip to',
  network: 'Network',
  run: 'Run bar',
  charts: 'Charts',
  parameters: 'Parameters',
  side: 'Parameters and results',
  runOf: (run: string) => `Run bar of run ${run}`,
  chartsOf: (run: string) => `Charts of run ${run}`,
  parametersOf: (run: string) => `Parameters of run ${run}`,
  sideOf: (run: string) => `Parameters and results of run ${run}`,
  selectedOf: (run: string, selected: string) => `${run} · ${selected}`,
  oneRun: (run: string) => `Run ${run}`,
  comparison: 'Comparison',
  summary: 'Summary',
} as const;

/** Texts shown while there is no simulator. */
export const ENGINE = {
  stopped: 'The simulator stopped',
  noReason: 'No further details.',
  safe: 'Restarting the simulator keeps your experiment.',
  restart: 'Restart the simulator',
  compiling: 'Compiling the simulator',
  reading: 'Reading the link',
  /** Two parts, with the seconds between them. */
  elapsed: (work: string) => [`${work}, `, ' s'] as const,
  late:
    'This takes longer than expected: a file may not have arrived. Work continues as soon as it arrives. ' +
    'Check the connection.',
  retry: 'Try again',
} as const;

/** Notices at the foot of the page. */
export const NOTICE = {
  badLink: 'This link cannot be opened',
  refused: 'The change, link or file was not accepted. The run continues unchanged.',
  more: (problems: number) => `and ${integer(problems)} more`,
  path: (path: string) => `${path}: `,
  opened: (file: string) => `${file} was opened.`,
  notOpened: (file: string, reason: string) => `${file} was not opened: ${reason}`,
} as const;

/** Describes the number of edits and their times: "2 edits, at 37.2 s, 50 s". */
export const editsText = (edits: number, times: string): string =>
  `${count(edits, { one: 'edit', other: 'edits' })}, at ${times}`;
