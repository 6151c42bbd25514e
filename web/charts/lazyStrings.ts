/** Texts of the parts of charts that are loaded after the first picture: tables, dialogs, notes, comparisons. */
import { count, integer } from '../ui/language';

/** Texts of the table of the visible data. */
export const TABLE = {
  refresh: 'Refresh',
  name: (title: string) => `Data of ${title}`,
  from: 'from, s',
  to: 'to, s',
  stateOf: (flow: string) => `${flow} state`,
  distribution: (title: string) => `Distribution of ${title}`,
  share: 'share of packets, %',
  above: (group: string) => `${group} above, s`,
} as const;

/** Texts of the form of watched flows. */
export const FLOWS_FORM = {
  label: 'Flows to watch',
  submit: 'Watch',
  help: (flows: string) => `Numbers or ranges, for example 0-3, 17. Available: ${flows}.`,
  noFlows: 'There are no flows.',
  notANumber: (text: string) =>
    `“${text}” is not a flow number. Enter numbers or ranges, for example 0-3, 17.`,
  noFlow: (flow: number, last: number) => `There is no flow ${flow}; the last is ${last}.`,
  tooMany: (most: number) => `Enter at most ${integer(most)} flows.`,
} as const;

/** Texts of the dialog that writes the time series of the whole run. */
export const WHOLE_RUN = {
  title: 'CSV of the whole run',
  interval: 'Interval between rows',
  until: 'Until',
  now: (time: string) => `now (${time})`,
  end: (time: string) => `the end of the run (${time})`,
  columns: 'Columns',
  ofChart: (title: string) => `series of this chart (${title})`,
  all: 'all recorded series',
  rows: (rows: number) => `${count(rows, { one: 'row', other: 'rows' })}, identical to the output of `,
  command: (interval_ms: number) => `bufferlab run --csv --interval ${interval_ms}ms`,
  repeated: '. The run is simulated again to compute them.',
  progress: 'Written rows',
  writing: 'Writing …',
  save: 'Save',
  failed: (reason: string) => `The file could not be written: ${reason}`,
} as const;

const TIMEOUTS = { one: 'retransmission timeout', other: 'retransmission timeouts' } as const;

/** Explanations of congestion windows at the cursor. */
export const CAUSE = {
  timeout: TIMEOUTS.one,
  timeouts: (timeouts: number) => count(timeouts, TIMEOUTS),
  recovers: 'loss detected, recovery begins',
  recovered: 'recovery ends',
  ecnCut: 'window reduced after a congestion mark (ECN)',
  idleCut: 'window reduced after an idle period',
  controller: 'controller changes its state',
  undone: 'spurious timeout undone',
  slowStartEnds: 'threshold reached: slow start ends, congestion avoidance begins',
  other: 'window changed',
  state: (state: number) => `state ${state}`,
  event: (time: string, event: string, window: string) => `${time}: ${event}; window ${window}`,
  eventOnly: (time: string, event: string) => `${time}: ${event}`,
  stateOf: (flow: string, state: string) => `${flow} ${state}`,
  unchanged: 'window unchanged',
  inRecovery: 'window set by loss recovery',
  grows: 'window grows with ACKs',
  shrinks: 'window reduced by the controller',
  notStored: 'Events of this time are not stored any more.',
  crowded: 'Too many events to show one by one. Zoom in.',
  drops: (drops: string, time: string) => `${drops} at ${time}`,
  more: (flows: number) => `and ${integer(flows)} more`,
} as const;

/** Texts of charts that compare two runs. */
export const COMPARISON = {
  overlay: (current: string, baseline: string) => `${current}, lighter: ${baseline}`,
  difference: (current: string, baseline: string) => `${current} − ${baseline}`,
  ratio: (current: string, baseline: string) => `${current} ÷ ${baseline}`,
  differenceIn: (title: string) => `Difference in ${title}`,
  ratioOf: (title: string) => `Ratio of ${title}`,
  empty: 'The visible time has no data of both runs.',
} as const;
