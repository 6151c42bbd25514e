/** Texts of the forms, the warnings and the descriptions of steps, which are loaded after the first picture. */
import { count, integer, list, plural } from '../ui/language';

/** The parameters of the selected item. */
export const INSPECTOR = {
  label: 'Parameters of',
  warnings: 'Warnings',
  restartSign: '↻',
  legend: 'restarts the run. Other changes apply immediately.',
} as const;

/** Folds, lists and signs of a form. */
export const FORM = {
  more: 'More',
  moreOf: (section: string) => ` of ${section}`,
  remove: 'Remove',
  addTo: (label: string) => `Add to ${label.toLowerCase()}`,
  slider: (label: string) => `${label}, slider`,
} as const;

/** The help of a parameter or of a section. */
export const HELP = {
  sign: '?',
  about: (label: string) => `About ${label}`,
  accepts: 'Accepts',
  default: 'Default',
  changes: 'Changes',
  restarts: 'restart the run',
  live: 'apply immediately',
  source: 'Source',
  sourceIs: (source: string) => `Source: ${source}`,
  sweep: 'Sweep this',
} as const;

/** Values that a parameter accepts. */
export const ACCEPTED = {
  range: (low: string, high: string) => `${low} to ${high}`,
  whole: ', whole',
  orEmpty: (meaning: string) => `, or empty: ${meaning}`,
  none: 'none',
  distribution: (low: string, high: string) => `${low} to ${high}: one value, a distribution, or a list`,
  numbers: (most: number, low: string, high: string) =>
    `1 to ${integer(most)} values, each ${low} to ${high}`,
  points: (most: number, last: string, high: string) =>
    `1 to ${integer(most)} points “time: value”, times up to ${last}, values up to ${high}`,
  text: (characters: number) => `at most ${count(characters, { one: 'character', other: 'characters' })}`,
  id: '1 to 32 letters, digits, _ and -',
  items: (max: number) => `at most ${integer(max)}`,
  on: 'on',
  off: 'off',
} as const;

/** A default that is a distribution. */
export const DISTRIBUTION_TEXT = {
  uniform: (ends: readonly string[]) => ends.join(' to '),
  exponential: (mean: string) => `${mean} on average, exponential`,
  list: (values: readonly string[]) => values.join('; '),
  bimodal: (one: string, other: string, share: string) => `${one}, and ${other} for ${share}`,
  pareto: (mean: string, shape: number) => `${mean} on average, Pareto of shape ${shape}`,
} as const;

/** The field of points of a course over time. */
export const POINTS = {
  form: (text: string) => `“${text}” is not “time: value”, such as 10 s: 5 Mb/s.`,
  empty: 'Enter at least one point.',
} as const;

/** The field of a distribution. */
export const DISTRIBUTION = {
  shape: (label: string) => `${label}: distribution`,
  shapes: {
    fixed: 'Same for all',
    uniform: 'Uniform',
    exponential: 'Exponential',
    pareto: 'Pareto',
    bimodal: 'Two values',
    list: 'From a list',
  },
  parts: {
    lowest: 'lowest',
    highest: 'highest',
    mean: 'mean',
    shape: 'shape',
    first: 'first value',
    second: 'second value',
    share: 'share of the second value',
  },
  part: (label: string, part: string) => `${label}, ${part}`,
  emptyList: 'Write at least one value. Separate values by semicolons.',
} as const;

/** The profile of a group's hosts. */
export const PROFILE_TEXT = {
  ownFrom: (profile: string) => `own, from ${profile}`,
  changed: (labels: readonly string[]) => `Changed: ${labels.join(', ')}`,
} as const;

/** The name of an item. */
export const NAME = {
  refused: (name: string) => `“${name}” is not accepted. Use 1 to 32 letters, digits, _ and -.`,
} as const;

/** The limit of a queue in five units. */
export const BUFFER = {
  label: 'Buffer',
  slider: 'Buffer, slider',
  rows: {
    packets: { label: 'packets', spoken: 'packets' },
    bytes: { label: 'bytes', spoken: 'bytes' },
    time: { label: 'time to drain', spoken: 'time' },
    bdp: { label: '× BDP', spoken: 'bandwidth–delay products' },
    bdp_sqrt_n: { label: '× BDP/√N', spoken: 'BDP over root N' },
  },
  cells: 'cells of',
  cellSize: 'Size of a cell',
  cellsOf: (size: string) => `cells of ${size}`,
  row: (spoken: string) => `Buffer in ${spoken}`,
  noTcp: 'no TCP here',
  countsTitle: (unit: string) => `The limit counts ${unit}`,
  countedIn: (unit: string) => `Limit counted in ${unit}`,
  advise: 'Find the smallest sufficient buffer …',
  remedies: 'Compare remedies …',
  noBdp: 'No TCP flow crosses this queue, so there is no bandwidth–delay product.',
  bdp: (rate: string, rtt: string, product: string, packet: string, flows: string) =>
    `BDP = ${rate} × ${rtt} = ${product} of ${packet}; N = ${flows}`,
  set: (bytes: string) => `Set ${bytes}`,
  tooSmall: (packet: string) =>
    `No packet of ${packet} can wait here. The smallest useful buffer is ${packet}.`,
} as const;

/** Why the text of a buffer cannot be used. */
export const BUFFER_TEXT = {
  examples: (message: string) => `${message} Or 2 ms, or 0.1 BDP.`,
  noBdp: (text: string) => `“${text}”: no TCP flow crosses this queue, so there is no BDP.`,
} as const;

/** The file of a source. */
export const FILE = {
  built: 'generated by a formula',
  missing: 'not loaded',
  loaded: 'from this computer',
  choose: 'Choose a file …',
  useBuiltIn: 'Use the built-in data',
  input: (label: string) => `File of ${label}`,
  wrong: (name: string, message: string) => `${name}, ${message}`,
} as const;

/** The columns of a table whose heading does not say which are read. */
export const COLUMNS = {
  title: 'The heading does not say which columns to read',
  content: 'The table has',
  contents: { packets: 'packets', rates: 'a rate over time' },
  time: 'Time in seconds',
  amount: { packets: 'Size in bytes', rates: 'Rate in bits per second' },
  column: (number: number, name: string) => `${number}: ${name}`,
  choose: 'choose …',
  same: 'Time and amount are different columns.',
  read: 'Read these columns',
} as const;

/** The list of edits. */
export const EDITS = {
  title: 'Edits during the run',
  none: 'No edits. A change during the run is listed here with its time.',
  more: (edits: number) => `and ${integer(edits)} more`,
  nothing: 'nothing',
} as const;

/** The list of branches. */
export const BRANCHES = {
  label: 'Earlier branches',
  title: 'Earlier branches:',
  branch: (from: string, reached: string) => `starts at ${from}, simulated to ${reached}`,
  unchanged: ', without edits',
  edits: (edits: number) => `, with ${count(edits, { one: 'edit', other: 'edits' })}`,
  resume: 'Resume',
} as const;

/** The slider of the whole run. */
export const SCRUBBER = { label: 'Time of the run' } as const;

/** Warnings and their signs. */
export const WARNINGS = {
  sign: (text: string) => `Warning: ${text}`,
  status: (names: readonly string[]) => `Warnings: ${names.join(', ')}.`,
  done: (label: string) => `${label}: done. Undo reverts it.`,
  show: (name: string) => `Show ${name}`,
} as const;

const PACKETS = { one: 'packet', other: 'packets' };
const SEGMENTS = { one: 'segment', other: 'segments' };

/** The sentences that say what a step did. Numbers of segments and packets have no separators. */
export const STEP = {
  /** Shown when nothing is left to step to; by the unit of the step. */
  nothingLeft: {
    event: 'No event before the end of the run.',
    packet: 'No packet before the end of the run.',
    drop: 'No drop before the end of the run.',
    timeout: 'No timeout of a watched flow before the end of the run.',
    state: 'No change of state of a watched flow before the end of the run.',
    edit: 'No edit before the end of the run.',
  },
  packetKinds: { tcp: 'segment', ack: 'ACK', udp: 'packet' },
  flow: (flow: number) => `flow ${flow}`,
  flowOf: (flow: number, group: string) => `flow ${flow} of ${group}`,
  source: (name: string) => `source ${name}`,
  sourceOf: (group: string, index: number) => `${group} ${index}`,
  /** `flow 0, segment 812`: the packet that a sentence is about. */
  packet: (flow: string, kind: string, number: number) => `${flow}, ${kind} ${number}`,
  link: 'a link',
  otherState: 'another state',

  queues: (packet: string, link: string, taken: string) => `${packet}: ${link} queues it (${taken})`,
  marksAndQueues: (packet: string, link: string, taken: string) =>
    `${packet}: ${link} marks and queues it (${taken})`,
  sends: (packet: string, link: string) => `${packet}: ${link} is idle and sends it at once`,
  marksAndSends: (packet: string, link: string) =>
    `${packet}: ${link} is idle, marks it and sends it at once`,
  /** `reason` continues the sentence: `: buffer full (100 of 100 packets)`. */
  drops: (packet: string, link: string, reason: string) => `${packet}: ${link} drops it${reason}`,
  dropsQueued: (packet: string, link: string, reason: string) =>
    `${packet}: ${link} removes it from the queue and drops it${reason}`,
  releases: (packet: string, link: string) => `${packet}: ${link} held it back and now sends it`,
  leaves: (packet: string, link: string, next: string, left: string) =>
    `${packet}: ${link} has sent it to ${next}; ${left}`,
  itsSender: 'its sender',
  itsReceiver: 'its receiver',

  takenPackets: (packets: number, limit: number) => `${integer(packets)} of ${count(limit, PACKETS)}`,
  takenBytes: (bytes: string, limit: string) => `${bytes} of ${limit}`,
  wait: (packets: number) =>
    packets === 0 ? 'no packets wait' : count(packets, { one: 'packet waits', other: 'packets wait' }),

  full: (taken: string) => `: buffer full (${taken})`,
  fullWithOneSent: (packets: number, limit: number) =>
    `: buffer full (${integer(packets)} queued and 1 in transmission, of ${count(limit, PACKETS)})`,
  noRoom: (size: string, taken: string) => `: no room for its ${size} (${taken})`,
  fullQueue: ': the buffer is full',
  early: (taken: string) => ` early (${taken})`,
  atDequeue: ' at dequeue: packets have waited too long',
  overload: ': the queue has been too long for some time',
  onPurpose: ', as the scenario requires',
  policer: ': its policer has too few tokens',
  line: ' on its line, after the transmission',
  otherReason: (reason: string) => ` (${reason})`,

  receivesAck: (flow: string, number: number) => `${flow} receives ACK ${number}`,
  receivesDuplicate: (flow: string, number: number) => `${flow} receives duplicate ACK ${number}`,
  staleAck: (reaches: string) => `${reaches} of an earlier connection`,
  newlyAcknowledged: (segments: number) => `${count(segments, SEGMENTS)} newly acknowledged`,
  selective: (blocks: readonly string[]) => `SACK lists ${blocks.join(', ')}`,
  echo: 'it reports a congestion mark',
  delayedAck: (flow: string, number: number) => `the receiver of ${flow} sends the delayed ACK ${number}`,
  timesOut: (flow: string) => `${flow} times out`,
  reordered: (flow: string) => `${flow} marks the overtaken segments lost`,
  probes: (flow: string) => `${flow} sends a tail loss probe`,
  waitsNoMore: (flow: string) =>
    `${flow} may send again; it waited because its window of one segment was marked`,
  paced: (flow: string) => `${flow} continues after a pause for pacing`,
  wrote: (flow: string) => `the application of ${flow} writes a segment`,
  starts: (flow: string) => `${flow} starts`,
  stops: (flow: string) => `${flow} stops and sends no new data`,
  finished: (flow: string, segments: number) =>
    `${flow}: ${plural(segments, { one: 'its only segment is', other: `all ${integer(segments)} segments are` })} acknowledged`,
  entersAccess: (flow: string, number: number) => `${flow} sends packet ${number} into its access link`,
  accessDrops: (flow: string, packets: number) =>
    `${flow}: its access link drops ${count(packets, PACKETS)}, because its queue is full`,
  edited: 'the scenario is edited',
  measuring: 'the warm-up ends and the measured time begins',

  window: (from: string, to: string) => `window ${from} → ${to}`,
  windowGrows: (by: string, to: string) => `window +${by} to ${to}`,
  state: (from: string, to: string) => `${from} → ${to}`,
  sendsSegments: (segments: number, numbers: string) => `sends ${plural(segments, SEGMENTS)} ${numbers}`,
  sendsSome: (segments: number, first: number, last: number) =>
    `sends ${count(segments, SEGMENTS)}, ${first} to ${last}`,
  again: ' again',
  someAgain: (segments: number) => `, ${integer(segments)} of them again`,
  numbers: (first: number, last: number) =>
    first === last ? `${first}` : last === first + 1 ? list([`${first}`, `${last}`]) : `${first}–${last}`,
} as const;
