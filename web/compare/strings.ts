/** Texts of the comparison of runs in the Lab: the line above the charts, the table, and the saved runs. */
import { count, integer } from '../ui/language';

const SEEDS = { one: 'seed', other: 'seeds' } as const;

/** Messages of the comparison. */
export const MESSAGE = {
  saved: (time: string) =>
    `Baseline saved at ${time}. It is drawn in a lighter shade; press D for the difference.`,
  notSimulated: 'This run cannot be simulated any more. It was removed from the list.',
  removed: (problem: string) =>
    `A saved run was removed from the list, since the simulator does not accept it. ${problem}`,
  isStudy: 'This link contains a study. Enter a link to an experiment.',
  linkNotOpened: (reason: string) => `The baseline of this link cannot be opened. ${reason}`,
  noAnswer: 'The simulator does not respond. Restart it, then try again.',
  noRun: 'There is no run to compare with yet.',
  same: (time: string) => `The two runs are identical up to ${time}.`,
  firstDifference: (time: string, series: string) => `First difference at ${time}, in ${series}.`,
  slowBaseline: 'The baseline is still catching up. Try again later.',
  storageFull: 'This browser has no space for saved runs. They are lost when the page is closed.',
  noBaseline: 'There is no baseline.',
  problem: (path: string, message: string) => `${path}: ${message}`,
  overlay: (current: string, baseline: string) =>
    `Charts show ${current}, with the baseline ${baseline} in a lighter shade.`,
  difference: (current: string, baseline: string) => `Charts show the difference: ${current} − ${baseline}.`,
  ratio: (current: string, baseline: string) => `Charts show the ratio: ${current} / ${baseline}.`,
  baselineName: 'baseline',
  currentName: 'this run',
  simulated: 'simulated',
} as const;

/** Names of runs, by the parameters in which they differ. */
export const RUN_NAME = {
  more: (parameters: number) => `and ${integer(parameters)} more`,
  from: (value: string, time: string) => `${value} from ${time}`,
  changed: (before: string, value: string, time: string) => `${before} → ${value} at ${time}`,
  without: (part: string) => `without ${part}`,
  with: (part: string) => `with ${part}`,
  labeled: (label: string, value: string) => `${label} ${value}`,
  on: 'on',
  off: 'off',
} as const;

/** Texts of the panel. */
export const PANEL = {
  isBaseline: 'This run is the baseline. Edit it, or open another run, to compare the two.',
  /** Two parts, with a key between them. */
  empty: ['Save a baseline (', '), then edit the experiment. The differences of the two runs appear here.'],
  saveKey: 'k',
  mixed: 'Parameters changed during this run; results cover both settings.',
  times: (time: string, baseline: string) => `This run is at ${time}, the baseline at ${baseline}.`,
  restart: 'Restart with the new settings',
  runTo: (time: string) => `Run to ${time}`,
} as const;

/** Texts of the table. */
export const TABLE = {
  empty: 'Results appear when both runs are ready.',
  name: 'Results of both runs',
  caption: (baseline: string, current: string) =>
    `Results of ${baseline} (baseline) and ${current} (current run), and their differences`,
  measure: 'Measure',
  baseline: (name: string) => `${name} (baseline)`,
  current: (name: string) => `${name} (current run)`,
  difference: 'difference',
  sentences: 'Quality for users in both runs',
  said: (group: string, run: string, sentence: string) => `${group}, ${run}: ${sentence}`,
  halfWidth: (value: string) => `± ${value}`,
  labeled: (label: string, unit: string) => `${label}, ${unit}`,
  samePairs: (pairs: number) => `equal in all ${integer(pairs)} pairs`,
  notDistinguishable: (pairs: number) => `not distinguishable at n = ${integer(pairs)}`,
  measured: (time: string, simulated: string) =>
    `The measured run over ${time}, the simulated run over ${simulated}; one run each.`,
  differentTimes: 'Differences appear when both runs reach the same time.',
  single: (seeds: readonly number[], time: string) =>
    `One run each with ${seeds.length === 1 ? 'seed' : 'seeds'} ${seeds.join(' and ')}, measured over ${time}. ` +
    'Run more seeds for a confidence interval.',
  paired: (pairs: number, least: number, most: number) =>
    `Means of n = ${integer(pairs)} pairs of runs with seeds ${least} to ${most}. ± is the half-width of the 95 % ` +
    'interval of the mean paired difference, for each row separately.',
} as const;

/** Texts of the line above the charts. */
export const BASELINE_BAR = {
  name: 'Comparison of runs',
  names: (current: string, baseline: string) => `${current}, with the baseline ${baseline}`,
  waiting: 'same run; edit it to compare',
  charts: 'Charts show',
  overlay: 'Overlay',
  difference: 'Difference',
  ratio: 'Ratio',
  withKey: (label: string, key: string) => `${label} (${key})`,
  firstDifference: 'First difference',
  goToFirstDifference: 'Go to the first difference (f)',
  simulate: 'Simulate this',
  simulateHelp: 'Open the experiment of the measured run; it stays the baseline',
  hide: 'Hide baseline',
  hideHelp: 'Hide the baseline; the run stays in the list',
  failed: 'cannot be simulated',
  starting: 'starting …',
  progress: (time: string, target: string) => `at ${time} of ${target}`,
} as const;

/** Texts of the list of saved runs. */
export const SAVED_RUNS = {
  name: 'Saved runs',
  open: 'Open this run',
  details: (seed: number, time: string) => `seed ${seed}, ${time}`,
  results: (results: readonly string[]) => `; ${results.join(', ')}`,
  result: (measure: string, value: string) => `${measure} ${value}`,
  baseline: 'Baseline',
  showBaseline: (name: string) => `Show ${name} as baseline`,
  remove: (name: string) => `Remove ${name}`,
  removeHelp: 'Remove',
  link: 'Compare with a link',
  compare: 'Compare',
} as const;

/** Texts of the list of measured runs. */
export const MEASURED_RUNS = {
  name: 'Measured runs',
  open: 'Open measured run …',
  field: 'File of a measured run',
  help: 'The output of bufferlab emulate, iperf3 -J or flent, or a table with a column of time.',
  details: 'Details',
  detailsOf: (name: string) => `Details of ${name}, and the use of its series`,
} as const;

/** Texts of the replications of both runs. */
export const REPLICATIONS = {
  bar: 'Completed runs',
  seedsEach: (seeds: number) => `${count(seeds, SEEDS)} each`,
  cancel: 'Cancel',
  pauseFirst: 'Pause first. Both runs are repeated up to the current time.',
  warmup: (time: string) => `Nothing is measured before the warm-up ends at ${time}.`,
  runBoth: (seeds: number) => `Run both with ${count(seeds, SEEDS)}`,
  runBothHelp: (seeds: number, time: string) =>
    `Runs each experiment with ${count(seeds, SEEDS)}, up to ${time}`,
  done: 'Done.',
} as const;
