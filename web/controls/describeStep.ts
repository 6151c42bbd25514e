/**
 * What a step came to, in words: `ACK 812 reaches flow 0: window +1/W to 40.025; sends segment 852.`
 *
 * The engine tells facts; this is the one place that words them. Numbers of segments stand as they are, so that
 * they can be compared; the rest reads as everywhere on the page.
 */
import type { GroupInfo, Happening, LinkInfo, StepTo } from '../engine/protocol';
import type { Edit } from '../scenario/types';
import type {
  AckFacts,
  FlowFacts,
  PacketFacts,
  QueueFacts,
  SenderFacts,
  SentFacts,
  What,
} from '../types/engine';
import { figure } from './quantity';

/** What names and numbers in the facts mean. */
export interface Known {
  links: readonly Pick<LinkInfo, 'id' | 'label'>[];
  groups: readonly Pick<GroupInfo, 'id' | 'label' | 'kind' | 'count'>[];
  /** The catalog's names of senders' states. */
  states: readonly string[];
  /** Of the document. */
  edits: readonly Edit[];
}

/** What happened where a step arrived; that nothing was left to go on to, where nothing did. */
export function describeStep(to: StepTo, happenings: readonly Happening[], known: Known): string {
  if (happenings.length === 0) return `No ${NOTHING_LEFT[to]} before the end of the run.`;
  return happenings.map(({ what }) => sentence(describeEvent(what, known))).join(' ');
}

const NOTHING_LEFT: Record<StepTo, string> = {
  event: 'event',
  packet: 'packet',
  drop: 'drop',
  timeout: 'timeout of a watched flow',
  state: 'change of a watched flow’s state',
  edit: 'edit',
};

/** One thing that happened, without a full stop. */
export function describeEvent(what: What, known: Known): string {
  switch (what.kind) {
    case 'at_link':
      return linkText(what, known);
    case 'of_flow':
      return flowText(what, known);
    case 'edited': {
      const set = known.edits[what.index]?.set ?? [];
      return clauses(
        'the scenario is changed',
        set.map(({ path, value }) => `${path} = ${shortJson(value)}`),
      );
    }
    case 'measuring':
      return 'the warm-up is over, measuring begins';
  }
}

type Of<K extends What['kind']> = Extract<What, { kind: K }>;

function linkText(what: Of<'at_link'>, known: Known): string {
  const { packet, queue } = what;
  const name = packetName(packet, known);
  const at = linkName(what.link, known);
  const marked = what.marked ? ', marked' : '';
  switch (what.does) {
    case 'waits':
      return `${name} waits at ${at}${marked}: ${takenText(queue)}`;
    case 'begins':
      return `${name} finds ${at} free and is sent at once${marked}`;
    case 'dropped':
      return `${name} is dropped at ${at}${dropText(what)}`;
    case 'dropped_inside':
      return `${name}, which waited, is dropped at ${at}${insideText(what)}`;
    case 'released':
      return `${name} was held back at ${at} and is being sent`;
    case 'leaves': {
      const end = packet.class === 'ack' ? 'its sender' : 'its receiver';
      const left = queue.packets === 0 ? 'nothing waits' : waitText(queue.packets);
      return `${name} leaves ${at} for ${what.next === null ? end : linkName(what.next, known)}; ${left}`;
    }
  }
}

/** Why; what there was to fill where that is why. */
function dropText({ packet, queue, reason }: Of<'at_link'>): string {
  const { packets, limit_packets } = queue;
  switch (reason) {
    case 'tail':
      // A limit that counts the packet on the line is reached when one fewer waits.
      if (limit_packets !== null && packets < limit_packets)
        return `: ${count(packets)} wait and one is being sent, of ${count(limit_packets)} places`;
      return limit_packets === null
        ? `: ${takenText(queue)}, no room for its ${figure(packet.bytes, 'B', 15)}`
        : `: ${takenText(queue)}`;
    case 'early':
      return ` early: ${takenText(queue)}`;
    case 'at_dequeue':
      return ': its turn came, and it had waited too long';
    case 'overload':
      return ': the queue has been long for too long';
    case 'on_purpose':
      return ', as the scenario says';
    default:
      return reason === null ? '' : ` (${reason.replaceAll('_', ' ')})`;
  }
}

/** Of one that had been let in: it makes room, or its turn came. */
const insideText = (what: Of<'at_link'>): string =>
  what.reason === 'tail' ? ', which is full' : dropText(what);

function flowText(what: Of<'of_flow'>, known: Known): string {
  const { flow, number, ack, sender } = what;
  const name = flowName(flow, known);
  const begins = subject(flow, known);
  const did = sender ? senderText(sender, known, ack?.news) : [];
  switch (what.does) {
    case 'acked':
      return ack ? ackText(`ACK ${number} reaches ${name}`, ack, did) : '';
    case 'ack_sent':
      return `the receiver of ${name} sends ACK ${number}, which it had held back`;
    case 'timed_out':
      return clauses(`${begins} times out`, did);
    case 'reordered':
      return clauses(`${begins} takes what was overtaken for lost`, did);
    case 'probed':
      return clauses(`${begins} probes for a lost tail`, did);
    case 'released':
      return clauses(`${begins} may send again: its window of one segment was marked`, did);
    case 'paced':
      return clauses(`pacing lets ${name} go on`, did);
    case 'starts':
      return clauses(`${begins} begins`, did);
    case 'stops':
      return `${begins} stops: it sends nothing new`;
    case 'finished':
      return `all ${counted(number, 'segment')} of ${name} are acknowledged`;
    case 'sets_out':
      return `packet ${number} of ${name} sets out on the access link`;
    case 'no_room':
      return `${counted(number, 'packet')} of ${name} ${number === 1 ? 'finds' : 'find'} no room on the access link`;
  }
}

function ackText(reaches: string, { news, blocks, congestion, stale }: AckFacts, did: string[]): string {
  if (stale) return `${reaches}, of a connection that is over`;
  const again = news > 0 ? '' : blocks.length > 0 ? ' again' : ' again, a duplicate';
  const sack = blocks.map(([start, end]) => numbers(start, end - 1)).join(', ');
  const covers = news > 1 ? [`${count(news)} segments are new`] : [];
  const beyond = sack === '' ? [] : [`it has ${sack} too (SACK)`];
  const echo = congestion ? ['it echoes a congestion mark'] : [];
  return clauses(`${reaches}${again}`, [...covers, ...beyond, ...echo, ...did]);
}

/** What something did to a sender: its window, its state, what it sent. */
function senderText({ cwnd, state, sent }: SenderFacts, { states }: Known, news = 0): string[] {
  const [from, to] = state.map((place) => states[place] ?? 'another state');
  return [
    ...windowText(cwnd, state[0] === AVOIDANCE && state[1] === AVOIDANCE ? news : 0),
    ...(from === to ? [] : [`${from} → ${to}`]),
    ...(sent ? [sentText(sent)] : []),
  ];
}

/** Place of avoidance among the catalog's states. */
const AVOIDANCE = 1;

/** `window +1/W to 40.025`, `window +1 to 12`, `window 40 → 20`; nothing where it stayed. `news`: in avoidance, segments newly acknowledged. */
function windowText([before, after]: [number, number], news: number): string[] {
  const change = after - before;
  if (change === 0) return [];
  if (change < 0) return [`window ${window(before)} → ${window(after)}`];
  const inverse = news > 0 && Math.abs(change * before - news) < 0.01 * news;
  return [`window +${inverse ? `${count(news)}/W` : window(change)} to ${window(after)}`];
}

function sentText({ segments, again, first, last }: SentFacts): string {
  const together = last - first + 1 === segments;
  const named = `segment${segments === 1 ? '' : 's'} ${numbers(first, last)}`;
  const which = together ? named : `${count(segments)} segments, ${first} to ${last}`;
  const repeated = again === 0 ? '' : again === segments ? ' again' : `, ${count(again)} of them again`;
  return `sends ${which}${repeated}`;
}

/** `45 of 100 places taken`, `34.2 of 100 kB taken`, `45 wait`. */
function takenText({ packets, bytes, limit_packets, limit_bytes }: QueueFacts): string {
  if (limit_packets !== null) return `${count(packets)} of ${count(limit_packets)} places taken`;
  if (limit_bytes !== null) return `${figure(bytes, 'B', 4)} of ${figure(limit_bytes, 'B', 4)} taken`;
  return waitText(packets);
}

const waitText = (packets: number): string => (packets === 1 ? '1 waits' : `${count(packets)} wait`);

/** As the list of changes among the parameters has it. */
function shortJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

/** `segment 812 of flow 0`, `ACK 812 of flow 0`, `packet 901 of udp`. */
function packetName({ flow, class: kind, number }: PacketFacts, known: Known): string {
  return `${KINDS[kind]} ${number} of ${flowName(flow, known)}`;
}

const KINDS = { tcp: 'segment', ack: 'ACK', udp: 'packet' } as const;

/** TCP flows go by their number, as on the charts; a source that is alone by its group's name. */
export function flowName({ flow, group: place, index }: FlowFacts, { groups }: Known): string {
  const group = place === null ? undefined : groups[place];
  if (!group) return `flow ${flow}`;
  const name = group.label || group.id;
  if (group.kind === 'udp') return group.count === 1 ? name : `${name} ${index}`;
  const others = groups.some((one) => one.kind === 'tcp' && one !== group);
  return others ? `flow ${flow} of ${name}` : `flow ${flow}`;
}

/** The same where a sentence begins, whose first letter becomes a capital. */
function subject(flow: FlowFacts, known: Known): string {
  const name = flowName(flow, known);
  return name.startsWith('flow ') ? name : `source ${name}`;
}

const linkName = (link: number, { links }: Known): string => links[link]?.label ?? 'a link';

const numbers = (first: number, last: number): string =>
  first === last ? `${first}` : last === first + 1 ? `${first} and ${last}` : `${first}–${last}`;

const count = (value: number): string => figure(value, '', 15);
const window = (value: number): string => figure(value, '', 5);
const counted = (value: number, what: string): string => `${count(value)} ${what}${value === 1 ? '' : 's'}`;

const clauses = (head: string, rest: readonly string[]): string =>
  rest.length === 0 ? head : `${head}: ${rest.join('; ')}`;

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
