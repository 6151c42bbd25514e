/** Texts of the panel with the packets of a flow. */
import { count, integer } from '../ui/language';
import type { PacketKind } from './packet';

/** Names of kinds of packets. */
export const KIND: Readonly<Record<PacketKind, string>> = {
  segment: 'Segment',
  retransmission: 'Retransmission',
  ack: 'ACK',
  duplicate_ack: 'Duplicate ACK',
  syn: 'SYN',
  syn_ack: 'SYN-ACK',
  datagram: 'Datagram',
};

/** Texts of the panel. */
export const PACKETS = {
  name: 'Packets of a flow',
  title: 'Packets of',
  flow: 'Flow',
  flowOf: (flow: number, group: string) => `flow ${flow}, ${group}`,
  at: 'at',
  point: 'Point of capture',
  sender: 'its sender',
  receiver: 'its receiver',
  side: { in: 'before the queue', out: 'after the link', drops: 'dropped' } as Readonly<
    Record<string, string>
  >,
  pointOf: (link: string, side: string) => `${link}, ${side}`,
  graph: (title: string) => `Time–sequence graph: ${title}`,
  role: 'graph of packets over time',
  table: 'Table of packets',
  save: 'Save packets',
  svg: 'SVG drawing',
  png: 'PNG picture',
  csv: 'CSV table',
  capture: 'Capture for Wireshark …',
  log: 'Log for qvis …',
  noFlows: 'The experiment has no flows.',
  loading: 'The run is repeated to capture its packets …',
  failed: (reason: string) => `The packets cannot be captured: ${reason}`,
  none: 'No packets in the visible time.',
  cut: (packets: number) =>
    `Only the last ${integer(packets)} packets are in memory. Zoom in to see earlier ones.`,
  notLoaded: 'The simulator that captures packets could not be loaded.',
  noPicture: 'This browser cannot draw the picture.',
} as const;

/** Entries of the legend. */
export const LEGEND = {
  segment: 'segment',
  retransmission: 'retransmission',
  dropped: 'dropped',
  marked: 'marked (ECN)',
  block: 'SACK block',
  ack: 'acknowledged',
  duplicate: 'duplicate ACK',
  window: 'receive window',
} as const;

/** Texts about a packet. */
export const PACKET = {
  data: (kind: string, number: string, start: string, end: string) =>
    `${kind} ${number} (bytes ${start} to ${end})`,
  ack: (kind: string, number: string, segment: string) => `${kind} ${number} (next segment ${segment})`,
  datagram: (number: string) => `Datagram ${number}`,
  blocks: (blocks: string) => `SACK ${blocks}`,
  block: (start: string, end: string) => `${start}–${end}`,
  marked: 'marked',
  at: (time: string) => `at ${time}`,
  inFlight: 'in flight',
  here: 'arrived',
  arrived: (after: string) => `arrived after ${after}`,
  dropped: (where: string, reason: string, after: string) => `dropped at ${where} after ${after}: ${reason}`,
  accessLink: 'its access link',
  flags: ['CWR', 'ECE', 'AE'] as readonly string[],
} as const;

/** Texts of the table. */
export const TABLE = {
  heads: ['Time, s', 'Kind', 'Number', 'Bytes', 'Says', 'Fate'] as readonly string[],
  caption: (title: string) => `Last packets: ${title}`,
  until: (packets: number, time: string) =>
    `${count(packets, { one: 'packet', other: 'packets' })} up to ${time}`,
} as const;

/** Texts of the dialog that saves a capture. */
export const CAPTURE = {
  title: 'Capture for Wireshark',
  about:
    'Writes packets to a pcapng file, which Wireshark and tshark open. The run is repeated meanwhile; it has the same packets.',
  from: 'From, s',
  until: 'Until, s',
  flows: 'Flows',
  all: 'All',
  only: (flow: number) => `Flow ${integer(flow)}`,
  points: 'Points of capture',
  everywhere: 'All: each queue, senders and receivers',
  snap: 'Bytes of each packet',
  headers: '96: all headers',
  whole: 'All: headers and data',
  command: 'The same by the command-line program:',
  size: (estimate: string) => `At most about ${estimate}, if all links are always busy.`,
  perhapsTooLarge: (estimate: string, limit_MB: number) =>
    `The file may have ${estimate}. Writing stops at ${integer(limit_MB)} MB; the command-line program writes more.`,
  tooLarge: (limit_MB: number) =>
    `The file has more than ${integer(limit_MB)} MB. Choose a shorter time or one flow.`,
  wrongTime: (end: string) => `Times are from 0 to ${end}, and the first is before the second.`,
  failed: (reason: string) => `The file cannot be written: ${reason}`,
  progress: 'Written share of the capture',
  save: 'Save capture',
  writing: 'Writing …',
} as const;

/** Texts of the dialog that saves a log of senders. */
export const LOG = {
  title: 'Log for qvis',
  about:
    'Writes packets, losses, windows and round trips of senders as qlog, which tools for QUIC read. The run is repeated meanwhile; it has the same packets.',
  firsts: 'First flow of each group with TCP',
  form: 'Form',
  forQvis: 'qlog 0.3 (.qlog), for qvis',
  current: 'Current draft (.sqlog)',
  wrongTime: (end: string) => `The time is above 0, up to ${end}.`,
  progress: 'Written share of the log',
  save: 'Save log',
  writing: 'Writing …',
} as const;
