/** Texts of the charts: titles, legends, tools, time axis, drawing. Those of parts that are loaded later: `lazyStrings.ts`. */
import { count, integer } from '../ui/language';

/** Texts of the frame of a chart. */
export const CHART_PANEL = {
  role: 'chart',
  ofRun: (run: string) => ` of run ${run}`,
  overTime: (title: string) => `${title} over time`,
  table: 'Table of the visible data',
  save: 'Save this chart',
  saveAs: { svg: 'SVG drawing', png: 'PNG picture', csv: 'CSV of the visible data' },
  wholeRun: 'CSV of the whole run …',
  noPicture: 'The browser could not create the PNG picture. Save the chart as SVG, which needs less memory.',
  noLink:
    'The experiment is too large for a link, so the file of the chart does not contain it. ' +
    'Save the experiment as well, under Share.',
} as const;

/** Texts of the stack of charts. */
export const STACK = {
  packets: 'Packets of a flow',
  link: 'Link shown',
  logHelp: 'Logarithmic axis',
  log: 'log',
  byGroupHelp: 'Show groups of flows instead of classes of packets',
  byGroup: 'by group',
  groupsUnrecorded:
    'Not recorded: too many groups cross too many links. The queue by group is recorded for up to 32 pairs of group and link.',
  flows: 'Flows',
  chooseFlows: 'Choose flows to watch',
  charts: 'Charts',
  chooseCharts: 'Choose charts',
  chartsShown: 'Charts shown',
  visibleTime: 'Over the visible time',
  announcement: (time: string, values: string) => `${time}. ${values}`,
} as const;

/** Explanation of the keys of a chart. */
export const KEY_HELP =
  'Left and Right Arrow move the cursor; with Shift they pan. Plus and minus zoom. Home and End move the cursor to the ' +
  'edges of the view. Shift+End follows the current time. Enter pins the cursor, G moves the run to the cursor, and ' +
  'Escape removes cursor and pin.';

const CLICK = 'Click to hide.';
const VISIBLE = 'over the visible time (while paused, without the warm-up)';

/** Texts of the legend. A help says what the value is: at the cursor, or without a cursor over a time. */
export const LEGEND = {
  name: 'Series',
  /** Button for the entries that do not fit; its text begins its name. */
  more: (left: number, all: number) =>
    left < all ? `+${integer(left)} more` : count(all, { one: 'series', other: 'series' }),
  choose: (left: number, all: number) => `${LEGEND.more(left, all)}: choose the series shown`,
  shared: (name: string) => `${name} of each flow. The table shows the values. ${CLICK}`,
  inQueue: (label: string) => `${label} in the queue`,
  drops: (label: string) =>
    `${label}: packets dropped at the cursor, or without a cursor ${VISIBLE}. ${CLICK}`,
  level: (label: string) =>
    `${label}: mean, minimum and maximum at the cursor, or without a cursor ${VISIBLE}. ${CLICK}`,
  band: (label: string) =>
    `${label}: minimum and maximum at the cursor, or without a cursor the mean ${VISIBLE}. ${CLICK}`,
  mean: (label: string) => `${label}: mean at the cursor, or without a cursor ${VISIBLE}. ${CLICK}`,
} as const;

/** Texts of the values in the legend. */
export const READOUT = {
  backlog: (mean: string, range: string) => `mean ${mean} (${range})`,
  noData: 'no data yet',
  sentence: (title: string, values: string) => `${title}: ${values}.`,
} as const;

/** Texts of the time axis. */
export const TIME_AXIS = {
  name: 'Time axis',
  label: 't, s',
  edit: (text: string) => `Edit at ${text}`,
  go: 'Go here',
  goHelp: 'Move the run to the pinned time (g)',
  more: 'Show more time',
  less: 'Show less time',
  live: 'Live',
  liveHelp: 'Follow the current time (double-click)',
} as const;

/** Texts of edits on the time axis. */
export const EDIT = {
  removed: 'removed',
  added: 'added',
  none: 'none',
} as const;

/** Texts in the drawing of a chart. */
export const DRAWING = {
  warmup: 'warm-up',
  shareOfTime: 'share of time',
  time: 'time',
  shareAbove: 'share above, %',
  above: 'above',
  drops: 'drops',
  dropsOf: (label: string) => `${label} drops`,
  state: 'state',
  notStored: 'events not stored',
  moreStates: (states: number) => `+${integer(states)} more`,
  zoomIn: (event: string) => `${event}: zoom in`,
} as const;

/** Names of events in the legend of the lane of states. */
export const STATE_EVENTS = {
  timeout: 'timeout',
  ecnCut: 'ECN reduction',
  idleCut: 'idle reduction',
} as const;

/** Name of a link before there is one. */
export const SOME_LINK = 'the bottleneck';

/** Names of one flow and of several flows. */
export const FLOW = {
  name: (flow: number) => `flow ${flow}`,
  several: (flows: number) => `${integer(flows)} flows`,
  watched: 'watched flows',
} as const;

/** Texts of the chart of the queue. */
export const QUEUE = {
  name: 'Queue',
  title: 'Queue at',
  series: 'queue',
  limit: 'limit',
  groupHelp: 'Packets of this group in the queue of this link, with the acknowledgments of its flows.',
} as const;

/** Texts of the charts of the internal state of queues, pacers and routers. */
export const INSIDE = {
  name: 'Inside the queue',
  title: 'Inside the queue at',
  gauge: (kind: string, gauge: string) => `${kind}: ${gauge} at`,
  empty: 'No data in the visible time.',
} as const;

/** Texts of the chart of windows. */
export const WINDOWS = {
  name: 'Congestion windows',
  threshold: 'ssthresh',
  thresholdOf: (flow: string) => `${flow} ssthresh`,
  mean: (group: string) => `mean of ${group}`,
  noTcp: 'No TCP flows; UDP has no congestion window.',
  empty: 'No watched flow is sending.',
} as const;

/** Texts of the chart of round-trip times. */
export const RTT = {
  name: 'Round-trip time and timeout',
  title: 'Round-trip time and timeout',
  mean: (group: string) => `${group} mean RTT`,
  rtt: (flow: string) => `${flow} RTT`,
  rto: (flow: string) => `${flow} RTO`,
  allRto: 'RTO',
} as const;

/** Texts of the chart of delays from end to end. */
export const END_TO_END = {
  name: 'Delay from end to end',
  title: 'Delay from end to end',
  of: (flow: string) => `${flow} delay`,
} as const;

/** Texts of the chart of pacing rates. */
export const PACING = {
  name: 'Pacing rate',
  title: 'Pacing rate of',
  empty: 'No watched flow is paced.',
} as const;

/** Texts of the loss chart. */
export const LOSS = {
  name: 'Loss',
  title: 'Packets lost at',
  groupHelp: 'Loss ratio of this group in the whole network: its dropped packets at all links.',
  wholePath: (group: string) => `${group}, whole path`,
} as const;

/** Texts of the chart of throughput. */
export const RATES = {
  name: 'Throughput',
  title: 'Throughput by group',
  titleOfGroup: 'Throughput by group, axis scaled to',
  utilization: (link: string) => `${link} utilization`,
} as const;

/** Texts in saved and printed charts. */
export const ORIGIN = {
  untitled: 'Bufferlab',
  text: (title: string, seed: number, engine: string | null) =>
    `${title} · seed ${seed} · Bufferlab${engine === null ? '' : ` ${engine}`}`,
} as const;
