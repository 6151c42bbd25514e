/** Texts of the Studies view: form, progress, curves, tables and files. The advisor's are in `lazyStrings.ts`. */
import { count, integer, list, plural } from '../ui/language';

const RUNS = { one: 'run', other: 'runs' } as const;
const REPLICATIONS = { one: 'replication', other: 'replications' } as const;
const POINTS = { one: 'point', other: 'points' } as const;

/** Parts of an experiment to which parameters and measures belong. */
export const OWNER = {
  bottleneck: (name: string) => `Bottleneck ${name}`,
  group: (name: string) => `Group ${name}`,
  edge: (name: string) => `Edge router ${name}`,
  experiment: 'Experiment',
} as const;

/** Texts of the frame of the view. */
export const STUDIES = {
  opening: 'Opening the study …',
  empty: 'No experiment yet. Open one in the Lab; then its parameters can be varied here.',
  result: 'Result',
  tabs: 'Kind of study',
  sweep: 'Sweep',
  advice: 'Smallest buffer',
  remedies: 'Compare remedies',
  noStudyInLink: 'This link contains no study.',
  /** `problems` are sentences that begin with the path. */
  refused: (problems: readonly string[]) => `This study cannot be opened. ${problems.join(' · ')}`,
  noAnswer: 'The simulator did not answer.',
} as const;

const CELLS = { one: 'cell', other: 'cells' } as const;

/** Results that come with the file of a study. */
export const RESULTS = {
  /** `others` belong to another study or version, `failed` have no results, `wrong` are left out because of `problems`. */
  some: (shown: number, others: number, failed: number, wrong: number, problems: readonly string[]) =>
    [
      `${count(shown, RUNS)} of the file ${shown === 1 ? 'is' : 'are'} shown.`,
      others === 0
        ? ''
        : `${count(others, RUNS)} were made by another version or belong to another study; run the study to make new ones.`,
      failed === 0 ? '' : `${count(failed, RUNS)} failed.`,
      wrong === 0 ? '' : `${count(wrong, { one: 'line is', other: 'lines are' })} wrong and left out.`,
      ...problems,
      wrong > problems.length ? `And ${integer(wrong - problems.length)} more.` : '',
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
  none: (file: string) =>
    `${file} has no runs. A table of runs has the columns key and seed; run the study to get results.`,
  noRun: (line: number, levels: number) =>
    `Line ${integer(line)}: expected a run as a JSON object of at most ${levels} levels.`,
  problem: (line: number, place: string, accepted: string) =>
    `Line ${integer(line)}, ${place}: expected ${accepted}.`,
  quote: (line: number) =>
    `Line ${integer(line)}: a cell with a quotation mark is not in quotation marks as a whole.`,
  cells: (line: number, cells: number, heads: number) =>
    `Line ${integer(line)} has ${count(cells, CELLS)}: expected ${integer(heads)}, as in the heading.`,
  key: 'the key of a run, 32 hexadecimal digits',
  noResults:
    'The file has the study without results. Run it, or open its table of runs (CSV) or its runs (NDJSON).',
  tooLarge: (file: string, limit_MB: number) =>
    `The results in ${file} are not shown: the file has more than ${integer(limit_MB)} MB.`,
  open: 'Open a file …',
  about: 'A table of runs (CSV) or runs as lines of JSON open with their results.',
  field: 'File of a study or of its runs',
} as const;

/** Parts that the forms of a study and of the advisor share. */
export const FORM = {
  untitled: 'Untitled experiment',
  changes: (changes: number) => `, with ${count(changes, { one: 'change', other: 'changes' })}`,
  useLab: 'Use the experiment in the Lab',
  duration: 'Duration',
  warmup: 'Warm-up',
  problemAt: (path: string, message: string) => (path === '' ? message : `${path}: ${message}`),
  moreProblems: (problems: number) => `and ${integer(problems)} more`,
  wholeNumber: (least: number) => `Enter a whole number of at least ${least}.`,
} as const;

/** Texts of the form of a study. `lead` words begin the rows: "vary the buffer, of this experiment, ...". */
export const STUDY_FORM = {
  name: 'Study',
  lead: { vary: 'vary', and: 'and', of: 'of', replications: 'with', show: 'show' },
  parameter: 'Parameter',
  secondParameter: 'Second parameter',
  thirdParameter: 'Third parameter',
  remove: (label: string) => `Remove ${label}`,
  combination: 'combination of parameters',
  addFirst: '+ Vary a parameter',
  addSecond: '+ Vary a second parameter',
  addThird: '+ Vary a third parameter, as panels',
  condition: (text: string) => `Condition: ${text}`,
  replications: 'Replications',
  replicationsAtMost: 'Replications ≤',
  seeds: 'Seeds',
  common: 'common',
  independent: 'independent',
  seedsHelp:
    'Common: every point uses the same seeds (common random numbers), so that differences between points ' +
    'come from the parameter rather than from chance. Independent: each point uses its own seeds.',
  stopEarly: 'Stop early at a target precision',
  stopMeasure: 'Measure of the precision',
  stopWidth: '95 % interval, ±',
  replicationsAtLeast: 'Replications ≥',
  measure: 'Measure',
  measureNumber: (number: number) => `Measure ${number}`,
  addMeasure: '+ Add a measure',
} as const;

/** Texts of the values of a varied parameter. */
export const VALUES = {
  group: (parameter: string) => `Values of ${parameter}`,
  kind: 'Values',
  range: 'Range',
  list: 'List of values',
  from: 'From',
  to: 'To',
  points: 'Number of points',
  spacing: 'Spacing',
  linear: 'Linear',
  log: 'Logarithmic',
  listHelp: 'Separate the values with commas.',
  bufferHelp: 'A buffer can also be given as a time (2 ms) or in BDP (0.1 BDP).',
  kindsHelp: (kinds: readonly string[]) => `Accepted values: ${kinds.join(', ')}.`,
  wholePackets: (size: string) => `Whole packets of ${size}`,
  remainder: (size: string) =>
    `Limits between whole packets of ${size} leave a remainder that only smaller packets can use. ` +
    'The curve then shows this remainder rather than the effect of the buffer.',
  useWholePackets: 'Use whole packets',
  roundToWholePackets: 'Round to whole packets',
} as const;

/** Texts of a study's progress, by phase of the sweep. */
export const PROGRESS = {
  run: 'Run',
  runAll: (runs: number) => `Run ${count(runs, { one: 'simulation', other: 'simulations' })}`,
  pause: 'Pause',
  resume: 'Resume',
  proceed: 'Continue',
  cancel: 'Cancel',
  bar: 'Completed runs',
  completed: (done: number, total: number) => `${integer(done)} of ${count(total, RUNS)}`,
  left: (time: string) => `, ${time} left`,
  minutes: (minutes: number) => `about ${integer(minutes)} min`,
  seconds: (seconds: number) => `${integer(seconds)} s`,
  phase: {
    idle: '',
    planning: 'Planning the runs …',
    ready: 'Ready. Runs in your browser.',
    running: 'Running.',
    paused: 'Paused. Press Resume to continue.',
    done: 'Done.',
    canceled: 'Canceled. Completed runs are kept.',
    refused: 'Not started.',
    failed: 'The study stopped. Completed runs are kept.',
  },
} as const;

/** Texts in place of curves, until there are some. */
export const EMPTY = {
  planned: (runs: number) => `${count(runs, RUNS)} planned. Points appear as runs finish.`,
  waiting: 'Waiting for the first result.',
  planning: 'Planning the runs …',
  refused: 'Fix the errors in the form to run this study.',
  morePanels: (panels: number) =>
    `${count(panels, { one: 'more panel is', other: 'more panels are' })} not drawn; the table has all points.`,
  storedOnly: (runs: number) =>
    `The chart shows the stored result.${runs === 0 ? '' : ` Run ${count(runs, RUNS)} to draw new points over it.`}`,
} as const;

/** Labels of the settings of the view. */
export const VIEW_OPTIONS = {
  name: 'View options',
  map: 'Map',
  logX: 'Log x axis',
  logY: 'Log y axis',
} as const;

/** Form of the axes of a chart. */
export const AXES = {
  button: 'Axes',
  x: (label: string) => `x axis: ${label}`,
  y: (label: string) => `y axis: ${label}`,
  from: 'From',
  to: 'To',
  title: 'Title',
  automatic: 'automatic',
  bdp: 'In multiples of the BDP',
  empty: 'The first value must be below the last.',
  positive: 'A logarithmic axis shows values above 0; it shows all of them.',
  reset: 'Show all values',
} as const;

/** Headings and values of a study. */
export const STUDY_TEXT = {
  measures: (measures: number) => count(measures, { other: 'measures' }),
  together: 'several parameters together',
  fewOf: (values: string, all: number) => `${values} (${count(all, { other: 'values' })})`,
  /** `points` is 0 if it is not a number yet. */
  range: (from: string, to: string, points: number, isLog: boolean) =>
    `${from}–${to}${points === 0 ? '' : ` (${count(points, POINTS)}${isLog ? ', log-spaced' : ''})`}`,
  heading: (measures: string, against: string, replications: string) =>
    `${measures}${against === '' ? '' : ` against ${against}`}, ${replications}`,
  replications: (text: string, atMost: boolean) =>
    `${atMost ? 'up to ' : ''}${text} ${plural(Number(text), REPLICATIONS)}`,
  measureOf: (label: string, owner: string) => `${label}, ${owner}`,
} as const;

/** Sentences below a chart. */
export const FINDING = {
  of: (mean: string, n: number) => `${mean} (n = ${integer(n)})`,
  within: (value: string, halfWidth: string) => `${value} ± ${halfWidth}`,
  inEach: (value: string) => `${value} in each run`,
  inEachOf: (value: string, n: number) => `${value} in each of ${integer(n)} runs`,
  single: (value: string, place: string) => `${value} at ${place}.`,
  extremes: (minimum: string, at: string, maximum: string, atMaximum: string) =>
    `Minimum: ${minimum} at ${at}. Maximum: ${maximum} at ${atMaximum}.`,
  rise: (percent: number | null, value: string, place: string) =>
    ` After the minimum, the curve rises again${percent === null ? '' : ` by ${integer(percent)} %`}, to ${value} at ${place}.`,
  oneRun: ' One run per point is too few to tell the two apart.',
  overlap: ' Their 95 % intervals overlap, so that the difference may be due to chance.',
  decay: (scale: string, n: number, from: string, to: string, r2: string) =>
    ` The share falls by a factor of e with each additional ${scale} (B*, fitted to the logarithms of ` +
    `${count(n, { one: 'mean', other: 'means' })} from ${from} to ${to}; R² ${r2}).`,
  wholePackets: (size: string) => `Limits are whole packets of ${size}.`,
  remainders: (between: number, limits: number, size: string) =>
    `${integer(between)} of ${count(limits, { one: 'limit', other: 'limits' })} ` +
    `${plural(between, { one: 'is not a whole number', other: 'are not whole numbers' })} of packets of ${size}. ` +
    'The remainder has room for smaller packets only, so this curve is not smooth.',
  zeros: (means: number) =>
    `${count(means, { one: 'mean is', other: 'means are' })} 0 and cannot be shown on a log axis.`,
} as const;

/** Sentences about a model, or a stored result, beside a curve. `subject` and `object` begin without a capital. */
export const MODEL = {
  model: 'the model',
  curve: 'the curve',
  newCurve: 'the new curve',
  stored: 'the stored curve',
  noCommonPoint: (subject: string, object: string) =>
    `${capital(subject)} and ${object} have no point in common.`,
  ratio: (subject: string, object: string, range: string) =>
    `${capital(subject)} is ${range} times ${object}.`,
  ratioRange: (least: string, most: string) => (least === most ? least : `${least} to ${most}`),
  worst: (place: string, subject: string, factor: string, isLow: boolean) =>
    ` At ${place}, ${subject} is ${factor} times too ${isLow ? 'low' : 'high'}.`,
  largestDifference: (place: string, ratio: string) =>
    ` The largest difference is at ${place}: ${ratio} times.`,
  forCurve: (which: string) => ` (${which})`,
  noViolation: 'No checked assumption is violated.',
  noViolationYetFar: 'No checked assumption is violated, but the model does not describe this curve.',
  limits: (limits: string) => ` Known limits: ${limits}`,
  noValue: ' The model gives no value here.',
} as const;

/** Names of models beside their lines. */
export const MODEL_NAME = {
  bulk: 'M/M/1/B with bulk arrivals, B* 7 kB',
  twoSizes: 'M/D/1/B with two packet sizes, B* 7 kB',
  mm1k: 'M/M/1/K',
  md1k: 'M/D/1/K',
  oneFlow: 'One Reno flow',
  squareRoot: 'BDP/√N, bound',
  ruleOfThumb: 'Rule of thumb, BDP',
  tcpEquation: 'TCP equation with M/M/1/B',
} as const;

/** Assumptions of models that an experiment violates, or that limit what a model says. */
export const ASSUMPTION = {
  poissonSources: 'The model assumes Poisson arrivals; the sources of this experiment are different.',
  packetSizes:
    'The model assumes exponential packet sizes and therefore predicts more loss than with packets of one size.',
  controller: (controller: string) =>
    `The model assumes Reno; the flow of this experiment uses ${controller}.`,
  afterLoss:
    'The model gives the utilization just after a loss; the utilization over the whole cycle is higher.',
  reno: 'The model assumes Reno; this experiment uses other controllers.',
  fewFlows: 'The model assumes 100 flows or more, so that their windows average out.',
  endless: 'The model assumes long flows; the transfers of this experiment end.',
  noOpenLoop: 'The model does not include open-loop traffic.',
  oneFlow:
    'The rule is for one flow or for synchronized flows; flows that are not synchronized need a much smaller buffer.',
  paced: 'The model assumes paced flows; the flows of this experiment send bursts.',
  thousands: (flows: number) =>
    `The model assumes thousands of unsynchronized TCP flows; this experiment has ${integer(flows)}.`,
  openLoopPoisson:
    'The model assumes Poisson arrivals; the open-loop sources of this experiment are different.',
  largeBuffer: 'Above about 50 kB the windows grow, and arrivals are burstier than in the model.',
  otherBottlenecks: 'The model does not include the other bottlenecks.',
  dropTail: (queue: string) => `The model assumes drop-tail; this queue is ${queue}.`,
} as const;

/** Texts of charts and maps for screen readers and below the plot. */
export const CHART = {
  role: 'chart',
  outside: (models: readonly string[]) => `Outside of the axes: ${list(models)}.`,
  label: (title: string, x: string) =>
    `${title} against ${x}. Use the arrow keys to move between points and, up and down, between runs. Press Enter to open the run.`,
  point: (
    curve: string,
    place: string,
    interval: string,
    seed: number,
    value: string,
    hasWarnings: boolean,
  ) =>
    `${curve === '' ? '' : `${curve}; `}${place}: ${interval}; seed ${seed}: ${value}${hasWarnings ? ', with warnings' : ''}. Click or press Enter to open this run.`,
  mapRole: 'map',
  mapLabel: (title: string, x: string, y: string) =>
    `${title} against ${x} and ${y}. Use the arrow keys to move between cells. Press Enter to open a run.`,
  cell: (x: string, y: string, interval: string, seed: number | undefined) =>
    `${x}, ${y}: ${interval}. Click or press Enter to open the run with seed ${seed}.`,
  curves: 'Curves',
  counts: 'n',
} as const;

/** Texts of the table of points. */
export const POINT_TABLE = {
  name: 'Points',
  range: 'Range',
  runs: 'Runs (seed)',
  open: 'Open this point in the Lab',
  openRun: (place: string, seed: number) =>
    `Open the run with ${place === '' ? '' : `${place}, `}seed ${seed}`,
  failed: (label: string, error: string) => `${label}; it failed: ${error}`,
} as const;

/** Texts of the warnings of a study. */
export const RUN_WARNINGS = {
  name: 'Warnings of these runs',
  counted: (runs: number, total: number, remedy: string) =>
    `: ${integer(runs)} of ${count(total, RUNS)}. ${remedy}`,
} as const;

/** Texts of the view's tools in the header, and of its files. */
export const TOOLS = {
  save: 'Save',
  share: 'Share',
  files: {
    json: 'Study without results (JSON), for this page and the command line',
    csv: 'Table of runs (CSV), opens with its results',
    means: 'Means with 95 % intervals (CSV)',
    ndjson: 'Runs, one JSON object per line (NDJSON), open with their results',
    svg: 'Curves, vector image (SVG)',
    png: 'Curves, bitmap image (PNG)',
  },
  unreadable: 'The form has errors. Fix them first.',
  noRuns: 'No runs yet. Run the study first.',
  noCurves: 'No curves yet. Run the study first.',
  noPng: 'This browser cannot create the PNG file. Save the curves as SVG instead.',
  creatingLink: 'Creating the link …',
  link: 'Link to this study',
  linkLength: (characters: number) =>
    `${count(characters, { one: 'character', other: 'characters' })}. The link contains the study, not its results.`,
  origin: (title: string, seed: number, engine: string | null) =>
    `${title} · seeds from ${seed} · Bufferlab${engine === null ? '' : ` ${engine}`}`,
} as const;

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
