/** Texts of the drawing of the network: labels, buttons, and announcements for screen readers. */
import { count, integer, plural } from '../ui/language';

const FLOWS = { one: 'flow', other: 'flows' };

/** The drawing as a whole. */
export const NETWORK = {
  label: 'Network',
  labelOf: (run: string) => `Network of run ${run}`,
  drawing: 'Drawing of the network',
  help:
    'Arrow keys move the focus between elements. Enter selects an element, a adds one, c connects a group, ' +
    'f reverses its direction, d duplicates, F2 renames, Delete deletes, and Shift with arrow keys moves. ' +
    'Plus, minus and 0 zoom and fit. Tab goes to the buffer limits, which are sliders.',
} as const;

/** The toolbar below the drawing. */
export const TOOLBAR = {
  label: 'Edit the network',
  add: '+ Add',
  addMenu: 'Add',
  /** Headings of the menu's parts. */
  parts: { services: 'Traffic of a service', sources: 'Other traffic', network: 'Network' },
  chooseEntry: 'Choose where it joins',
  chooseExit: 'Choose where it leaves',
  connect: 'Connect',
  cancel: 'Cancel',
  reverse: 'Reverse direction',
  reverseTitle: 'Swap its senders and its receivers',
  moveLeft: 'Move left',
  moveRight: 'Move right',
  moveUp: 'Move up',
  moveDown: 'Move down',
  rename: 'Rename',
  newName: (name: string) => `New name of ${name}`,
  duplicate: 'Duplicate',
  delete: 'Delete',
  onlyBottleneck: 'The only bottleneck can’t be deleted',
  atEnd: 'Already at the end.',
  zoomOut: 'Zoom out',
  zoomOutSign: '−',
  zoomIn: 'Zoom in',
  zoomInSign: '+',
  fit: 'Fit',
} as const;

/** Services that can be added, with what each sends. */
export const SERVICE = {
  call: { label: 'Call', help: 'One phone call of 80 kb/s' },
  video: { label: 'Video', help: 'One viewer, whose player chooses the quality' },
  download: { label: 'Download', help: 'One file of 10 MB' },
  flows: { label: '10 CUBIC flows', help: 'Long transfers that share what is left' },
  udp: { label: 'UDP, 1 % of the link', help: 'Packets at a constant rate' },
} as const;

/** Kinds of elements and their descriptions for screen readers. */
export const ELEMENT = {
  bottleneck: 'bottleneck',
  edge: 'edge router',
  group: 'traffic group',
  selected: (sentence: string) => `${sentence}. Selected`,
  withWarnings: (sentence: string, warnings: string) => `${sentence}. ${warnings}`,
  groupSentence: (
    name: string,
    flows: string,
    direction: string,
    through: string,
    edge: string,
    access: string,
  ) => `Group ${name}: ${flows}, ${direction} through ${through}${edge}, ${access}`,
  flows: (flows: number, kind: string) => `${integer(flows)} ${kind} ${plural(flows, FLOWS)}`,
  byEdge: (edge: string) => `, by edge router ${edge}`,
  access: (rate: string, delay: string) => `access ${rate}, ${delay}`,
  link: { bottleneck: 'Bottleneck', edge: 'Edge router' },
  onTheRight: ' on the right',
  linkSentence: (kind: string, name: string, where: string, parts: readonly string[]) =>
    `${kind} ${name}${where}: ${parts.join(', ')}`,
  buffer: (size: string) => `buffer ${size}`,
  noLimit: 'buffer without limit',
  limit: (id: string) => `Buffer limit of ${id}`,
  limitTime: (amount: string, time: string, rate: string) => `${amount}, ${time} at ${rate}`,
} as const;

/** Short texts in the drawing. */
export const LABEL = {
  packets: (packets: number) => count(packets, { one: 'packet', other: 'packets' }),
  noDrops: 'no drops',
  dropped: (packets: string) => `${packets} dropped`,
  wait: (time: string) => `${time} wait`,
  busy: (percent: number) => `${percent} % busy`,
  mean: (time: string) => `mean ${time}`,
  packetUnit: 'pkt',
  limit: (amount: string, unit: string) => `/ ${amount} ${unit}`,
  times: (flows: string) => `×${flows}`,
} as const;

/** The choice of the place at which a group joins or leaves. */
export const CONNECT = {
  at: (bottleneck: string) => `at bottleneck ${bottleneck}`,
  after: (bottleneck: string) => `after bottleneck ${bottleneck}`,
  byEdge: (edge: string) => `by edge router ${edge}`,
  choice: (label: string, position: number, of: number) => `${label}, ${position} of ${of}`,
  joins: (group: string, choice: string) =>
    `${group} joins ${choice}. Arrow keys choose, Enter connects, Escape cancels.`,
  leaves: (group: string, choice: string) =>
    `${group} leaves ${choice}. Arrow keys choose, Enter connects, Escape cancels.`,
  unchanged: (group: string) => `The path of ${group} is unchanged.`,
  onlyOne: (group: string) =>
    `There is only one path for ${group}. Add an edge router or a bottleneck first.`,
  canceled: 'Canceled.',
} as const;

/** Announcements of changes, for screen readers. */
export const CHANGED = {
  addedGroup: (kind: string, id: string) => `Added ${kind} group ${id}.`,
  addedEdge: (id: string) => `Added edge router ${id}.`,
  addedBottleneck: (id: string, after: string) => `Added bottleneck ${id} after ${after}.`,
  duplicated: (id: string, copy: string) => `Duplicated ${id} as ${copy}.`,
  deleted: (id: string) => `Deleted ${id}.`,
  moved: (id: string, position: number, of: number) => `Moved ${id} to position ${position} of ${of}.`,
  renamed: (id: string, name: string) => `Renamed ${id} to ${name}.`,
  connected: (group: string, edge: string, through: string) => `${group} now goes${edge} through ${through}.`,
  byEdge: (edge: string) => ` by edge router ${edge}`,
  forward: (group: string) => `${group} now sends from left to right.`,
  reverse: (group: string) => `${group} now sends from right to left.`,
  copyOf: ' (copy)',
} as const;
