/** Texts of the benchmark. */
import { count, integer } from '../ui/language';

const CORES = { one: 'core', other: 'cores' };

/** Head of the page. */
export const PAGE = {
  title: 'Bufferlab benchmark',
  lab: 'Open the Lab',
  about: (cases: number, time_s: number) =>
    `Measures how fast this browser simulates. ${count(cases, { one: 'case', other: 'cases' })} run one after another, each for ${time_s} s after its start-up. Close other programs for steady results.`,
  none: 'No case has one of the words of the address in its name.',
  cases: 'Run all cases',
} as const;

/** Texts of the buttons and of the progress. */
export const RUN = {
  start: 'Run benchmark',
  again: 'Run benchmark again',
  cancel: 'Cancel',
  bar: 'Completed share of the benchmark',
  running: (name: string, index: number, of: number) =>
    `Running ${name}, case ${integer(index)} of ${integer(of)}.`,
  ready: 'Not run yet.',
  canceled: 'Canceled. The results so far stay.',
  done: 'All cases have run.',
} as const;

/** Table of the results. */
export const TABLE = {
  caption: 'Results by case',
  heads: [
    'Case',
    'Million packets per second',
    'Simulated seconds per second',
    'Memory (MB)',
    'Same run as native',
  ],
  yes: 'yes',
  no: 'no',
  unknown: '–',
  notRun: 'not run',
  running: 'running',
  failed: 'failed',
  about:
    'A packet counts when it leaves a link with a queue. The engine’s digest at the end of a case shows whether the run is exactly that of the native program.',
} as const;

/** Charts of the results. */
export const CHART = {
  packets: 'Million packets per second',
  simulated: 'Simulated seconds per second, logarithmic; the line marks real time',
  label: (title: string) => `Bar chart: ${title}. The table has the same values.`,
} as const;

/** Texts of the results as text, and of the facts about the browser. */
export const REPORT = {
  heading: 'This browser',
  engine: 'Engine',
  browserName: 'Browser',
  coresName: 'Cores',
  copy: 'Copy results as text',
  copied: 'Results copied',
  failed: 'The browser does not allow copying. Select the text below.',
  text: 'Results as text',
  title: (engine: string | null) => `Bufferlab${engine === null ? '' : ` ${engine}`}, benchmark`,
  browser: (name: string) => `Browser: ${name}`,
  cores: (cores: number | undefined) => (cores === undefined ? 'Cores: not known' : count(cores, CORES)),
  unknown: 'not known',
} as const;

/** Failures of the thread of a case. */
export const FAILURE = {
  unknown: 'The simulator stopped unexpectedly.',
  stopped: (message: string) => `The simulator stopped: ${message}`,
} as const;
