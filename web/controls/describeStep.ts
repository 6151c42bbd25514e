/**
 * Describes what a step did: `Flow 0 receives ACK 812: window +1/W to 40.025; sends segment 852.`
 *
 * The engine reports facts; the sentences are in `lazyStrings.ts`. Numbers of segments are shown without separators,
 * so that they are easy to compare.
 */
import type { GroupInfo, TraceEvent, LinkInfo, StepTo } from '../engine/protocol';
import type { Edit } from '../scenario/types';
import type {
  AckFacts,
  FlowFacts,
  PacketFacts,
  QueueFacts,
  SenderFacts,
  SentFacts,
  TraceEventKind,
} from '../types/engine';
import { STEP } from './lazyStrings';
import { formatRounded } from './quantity';

/** Names of the links, groups, states and edits that the facts refer to by position. */
export interface RunNames {
  links: readonly Pick<LinkInfo, 'id' | 'label'>[];
  groups: readonly Pick<GroupInfo, 'id' | 'label' | 'kind' | 'count'>[];
  /** Names of the states of a sender, from the catalog. */
  states: readonly string[];
  /** Edits of the document. */
  edits: readonly Edit[];
}

/** Describes the events of a step in one text; says that nothing is left if there are none. */
export function describeStep(to: StepTo, events: readonly TraceEvent[], names: RunNames): string {
  if (events.length === 0) return STEP.nothingLeft[to];
  return events.map(({ what }) => sentence(describeEvent(what, names))).join(' ');
}

/** Describes one event, without a capital letter and a full stop. */
export function describeEvent(event: TraceEventKind, names: RunNames): string {
  switch (event.kind) {
    case 'at_link':
      return linkText(event, names);
    case 'of_flow':
      return flowText(event, names);
    case 'edited': {
      const set = names.edits[event.index]?.set ?? [];
      return clauses(
        STEP.edited,
        set.map(({ path, value }) => `${path} = ${shortJson(value)}`),
      );
    }
    case 'measuring':
      return STEP.measuring;
  }
}

type Of<K extends TraceEventKind['kind']> = Extract<TraceEventKind, { kind: K }>;

function linkText(event: Of<'at_link'>, names: RunNames): string {
  const { packet, queue, marked } = event;
  const name = packetName(packet, names);
  const at = linkName(event.link, names);
  switch (event.does) {
    case 'waits':
      return (marked ? STEP.marksAndQueues : STEP.queues)(name, at, takenText(queue));
    case 'begins':
      return (marked ? STEP.marksAndSends : STEP.sends)(name, at);
    case 'dropped':
      return STEP.drops(name, at, reasonText(event));
    case 'dropped_inside':
      return STEP.dropsQueued(name, at, event.reason === 'tail' ? STEP.fullQueue : reasonText(event));
    case 'released':
      return STEP.releases(name, at);
    case 'leaves': {
      const end = packet.class === 'ack' ? STEP.itsSender : STEP.itsReceiver;
      const next = event.next === null ? end : linkName(event.next, names);
      return STEP.leaves(name, at, next, STEP.wait(queue.packets));
    }
  }
}

/** The reason of a drop, as the end of a sentence. */
function reasonText({ packet, queue, reason }: Of<'at_link'>): string {
  const { packets, limit_packets } = queue;
  switch (reason) {
    case 'tail':
      // A limit that counts the packet in transmission is reached when one packet fewer waits.
      if (limit_packets !== null && packets < limit_packets)
        return STEP.fullWithOneSent(packets, limit_packets);
      return limit_packets === null
        ? STEP.noRoom(formatRounded(packet.bytes, 'B', 15), takenText(queue))
        : STEP.full(takenText(queue));
    case 'early':
      return STEP.early(takenText(queue));
    case 'at_dequeue':
      return STEP.atDequeue;
    case 'overload':
      return STEP.overload;
    case 'policer':
      return STEP.policer;
    case 'line':
      return STEP.line;
    case 'on_purpose':
      return STEP.onPurpose;
    default:
      return reason === null ? '' : STEP.otherReason(reason.replaceAll('_', ' '));
  }
}

function flowText(event: Of<'of_flow'>, names: RunNames): string {
  const { number, ack, sender } = event;
  const flow = subject(event.flow, names);
  const effects = sender ? senderText(sender, names, ack?.news) : [];
  switch (event.does) {
    case 'acked':
      return ack ? ackText(flow, number, ack, effects) : '';
    case 'ack_sent':
      return STEP.delayedAck(flowName(event.flow, names), number);
    case 'timed_out':
      return clauses(STEP.timesOut(flow), effects);
    case 'reordered':
      return clauses(STEP.reordered(flow), effects);
    case 'probed':
      return clauses(STEP.probes(flow), effects);
    case 'released':
      return clauses(STEP.waitsNoMore(flow), effects);
    case 'paced':
      return clauses(STEP.paced(flow), effects);
    case 'wrote':
      return clauses(STEP.wrote(flow), effects);
    case 'starts':
      return clauses(STEP.starts(flow), effects);
    case 'stops':
      return STEP.stops(flow);
    case 'finished':
      return STEP.finished(flow, number);
    case 'sets_out':
      return STEP.entersAccess(flow, number);
    case 'no_room':
      return STEP.accessDrops(flow, number);
  }
}

function ackText(
  flow: string,
  number: number,
  { news, blocks, congestion, stale }: AckFacts,
  effects: string[],
): string {
  if (stale) return STEP.staleAck(STEP.receivesAck(flow, number));
  const received = (news > 0 ? STEP.receivesAck : STEP.receivesDuplicate)(flow, number);
  return clauses(received, [
    ...(news > 1 ? [STEP.newlyAcknowledged(news)] : []),
    ...(blocks.length > 0
      ? [STEP.selective(blocks.map(([start, end]) => STEP.numbers(start, end - 1)))]
      : []),
    ...(congestion ? [STEP.echo] : []),
    ...effects,
  ]);
}

/** Effects of an event on a sender: its window, its state, and what it sent. */
function senderText({ cwnd, state, sent }: SenderFacts, { states }: RunNames, news = 0): string[] {
  const [from, to] = state.map((place) => states[place] ?? STEP.otherState) as [string, string];
  return [
    ...windowText(cwnd, state[0] === AVOIDANCE && state[1] === AVOIDANCE ? news : 0),
    ...(from === to ? [] : [STEP.state(from, to)]),
    ...(sent ? [sentText(sent)] : []),
  ];
}

/** Position of congestion avoidance among the states of the catalog. */
const AVOIDANCE = 1;

/**
 * `window +1/W to 40.025`, `window +1 to 12`, `window 40 → 20`; empty if the window did not change.
 * `news`: number of segments newly acknowledged in congestion avoidance, else 0.
 */
function windowText([before, after]: [number, number], news: number): string[] {
  const change = after - before;
  if (change === 0) return [];
  if (change < 0) return [STEP.window(packets(before), packets(after))];
  const isInverse = news > 0 && Math.abs(change * before - news) < 0.01 * news;
  return [STEP.windowGrows(isInverse ? `${news}/W` : packets(change), packets(after))];
}

function sentText({ segments, again, first, last }: SentFacts): string {
  const isConsecutive = last - first + 1 === segments;
  const sends = isConsecutive
    ? STEP.sendsSegments(segments, STEP.numbers(first, last))
    : STEP.sendsSome(segments, first, last);
  return again === 0 ? sends : sends + (again === segments ? STEP.again : STEP.someAgain(again));
}

/** Content of a queue and its limit: `45 of 100 packets`, `34.2 kB of 100 kB`, `45 packets wait`. */
function takenText({ packets, bytes, limit_packets, limit_bytes }: QueueFacts): string {
  if (limit_packets !== null) return STEP.takenPackets(packets, limit_packets);
  if (limit_bytes !== null)
    return STEP.takenBytes(formatRounded(bytes, 'B', 4), formatRounded(limit_bytes, 'B', 4));
  return STEP.wait(packets);
}

/** JSON of a value, cut to 40 characters as in the list of edits. */
function shortJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

/** `flow 0, segment 812`, `flow 0, ACK 812`, `source udp, packet 901`. */
function packetName({ flow, class: kind, number }: PacketFacts, names: RunNames): string {
  return STEP.packet(subject(flow, names), STEP.packetKinds[kind], number);
}

/** Returns the number of a TCP flow, as in the charts, or the group's name of a UDP source. */
export function flowName({ flow, group: place, index }: FlowFacts, { groups }: RunNames): string {
  const group = place === null ? undefined : groups[place];
  if (!group) return STEP.flow(flow);
  const name = group.label || group.id;
  if (group.kind === 'udp') return group.count === 1 ? name : STEP.sourceOf(name, index);
  const others = groups.some((one) => one.kind === 'tcp' && one !== group);
  return others ? STEP.flowOf(flow, name) : STEP.flow(flow);
}

/** Name of a flow at the beginning of a sentence; a name chosen by the user is preceded by "source". */
function subject(flow: FlowFacts, names: RunNames): string {
  const name = flowName(flow, names);
  return name.startsWith('flow ') ? name : STEP.source(name);
}

const linkName = (link: number, { links }: RunNames): string => links[link]?.label ?? STEP.link;

const packets = (value: number): string => formatRounded(value, '', 5);

const clauses = (head: string, rest: readonly string[]): string =>
  rest.length === 0 ? head : `${head}: ${rest.join('; ')}`;

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
