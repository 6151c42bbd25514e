/** The short texts of the picture: quantities beside what they belong to, and sentences for those who listen. */
import { figure } from '../controls/quantity';
import { sectionOf, type Catalog } from '../engine/catalog';
import type { Bottleneck, Distribution, Edge, Group, Queue } from '../scenario/types';

export function rateText(bps: number): string {
  return figure(bps, 'b/s');
}

export function timeText(seconds: number): string {
  return figure(seconds, 's');
}

/** `1,234`. */
export function countText(count: number): string {
  return figure(Math.round(count), '', 15);
}

/** `100 packets`, `20 kB`. */
export function amountText(amount: number, unit: 'packets' | 'bytes'): string {
  if (unit === 'bytes') return figure(amount, 'B');
  return `${countText(amount)} ${amount === 1 ? 'packet' : 'packets'}`;
}

/** `5 ms`, `1–25 ms`, `mean 5 ms`: seconds that are given, lie within ends, or have a mean. */
export function delayText(delay: Distribution): string {
  if (typeof delay === 'number') return timeText(delay);
  if ('exponential' in delay) return `mean ${timeText(delay.exponential)}`;
  if ('pareto' in delay) return `mean ${timeText(delay.pareto[0])}`;
  const values =
    'uniform' in delay ? delay.uniform : 'bimodal' in delay ? delay.bimodal.slice(0, 2) : delay.list;
  const low = values.reduce((least, value) => Math.min(least, value), Infinity);
  const high = values.reduce((most, value) => Math.max(most, value), 0);
  if (low >= high) return timeText(high);
  const [lowNumber, lowUnit] = timeText(low).split(SPACE);
  const [highNumber, highUnit] = timeText(high).split(SPACE);
  const from = low === 0 || lowUnit === highUnit ? lowNumber : timeText(low);
  return `${from}–${highNumber} ${highUnit}`;
}

const SPACE = '\u00a0';

/**
 * A level as it stands beside its limit, in the limit's unit: `62` of `100 pkt`, `11.3` of `20 kB`.
 * A fixed number of decimals keeps the figure still.
 */
export function levelText(amount: number, unit: 'packets' | 'bytes', limit: number | null): string {
  if (unit === 'packets') return countText(amount);
  const { factor } = byteUnit(limit ?? amount);
  return factor === 1 ? countText(amount) : (amount / factor).toFixed(1);
}

/** A mark of a tank's rule, in the limit's unit. */
export function tickText(amount: number, unit: 'packets' | 'bytes', limit: number | null): string {
  return figure(unit === 'bytes' ? amount / byteUnit(limit ?? amount).factor : amount, '', 4);
}

/** A count in at most five characters: `9,999`, `12.3k`. */
export function shortCount(count: number): string {
  if (count < 10_000) return countText(count);
  const [factor, letter] = count < 999_500 ? ([1e3, 'k'] as const) : ([1e6, 'M'] as const);
  return `${Number((count / factor).toPrecision(3))}${letter}`;
}

/** What a level is read against: `/ 100 pkt`, `/ 20 kB`; the unit alone without a limit. */
export function limitText(unit: 'packets' | 'bytes', limit: number | null): string {
  if (limit === null) return unit === 'packets' ? 'pkt' : 'B';
  if (unit === 'packets') return `/ ${countText(limit)} pkt`;
  const { factor, name } = byteUnit(limit);
  return `/ ${figure(limit / factor, '', 4)} ${name}`;
}

/** `text` cut to what fits in `width` pixels of small type, with an ellipsis. */
export function shortened(text: string, width: number): string {
  const characters = Math.max(2, Math.floor(width / 9));
  return text.length <= characters ? text : `${text.slice(0, characters - 1)}…`;
}

/** How a thing of the network is called: its label, or its id where it has none. */
export function nameOf({ id, label }: Pick<Group | Bottleneck | Edge, 'id' | 'label'>): string {
  return label || id;
}

/** `Group tcp: 40 TCP flows, forward through r0, access 1 Gb/s, 1–25 ms`. */
export function groupSentence(group: Group, through: readonly string[], catalog: Catalog | null): string {
  const kind = sectionOf(catalog, 'traffic', group.traffic)?.label ?? group.traffic.kind;
  const flows = `${countText(group.count)} ${kind} ${group.count === 1 ? 'flow' : 'flows'}`;
  const edge = group.edge === null ? '' : `, by edge router ${group.edge}`;
  const access = `access ${rateText(group.access.rate_bps)}, ${delayText(group.access.delay_s)}`;
  return `Group ${nameOf(group)}: ${flows}, ${group.direction} through ${through.join(', ')}${edge}, ${access}`;
}

/**
 * `Bottleneck r0: 10 Mb/s, 40 ms, buffer 100 packets, RED`, where `kinds` names what was chosen for it; an edge
 * router says where it is on the right.
 */
export function linkSentence(
  kind: 'Bottleneck' | 'Edge router',
  link: Bottleneck | Edge,
  kinds = '',
): string {
  const { rate_bps, delay_s, queue } = link;
  const where = 'side' in link && link.side === 'right' ? ' on the right' : '';
  return `${kind} ${nameOf(link)}${where}: ${rateText(rate_bps)}, ${timeText(delay_s)}, ${bufferPhrase(queue)}${kinds && `, ${kinds}`}`;
}

/** `20 kB, 16 ms at 10 Mb/s`: a limit for those who listen; the time where it is counted in bytes. */
export function limitSentence(limit: number, unit: 'packets' | 'bytes', rate_bps: number): string {
  const full_s = unit === 'bytes' ? (limit * 8) / rate_bps : 0;
  const time = full_s > 0 ? `, ${timeText(full_s)} at ${rateText(rate_bps)}` : '';
  return amountText(limit, unit) + time;
}

function bufferPhrase({ limit_packets, limit_bytes }: Queue): string {
  if (limit_packets !== null) return `buffer ${amountText(limit_packets, 'packets')}`;
  return limit_bytes !== null ? `buffer ${amountText(limit_bytes, 'bytes')}` : 'buffer without limit';
}

function byteUnit(bytes: number): { factor: number; name: string } {
  if (bytes >= 1e9) return { factor: 1e9, name: 'GB' };
  if (bytes >= 1e6) return { factor: 1e6, name: 'MB' };
  return bytes >= 10_000 ? { factor: 1e3, name: 'kB' } : { factor: 1, name: 'B' };
}
