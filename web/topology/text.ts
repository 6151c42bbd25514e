/** Formats of the drawing: quantities beside the elements, and sentences for screen readers. */
import { formatRounded } from '../controls/quantity';
import { sectionOf, type Catalog } from '../engine/catalog';
import type { Bottleneck, Distribution, Edge, Group, Queue } from '../scenario/types';
import { ELEMENT, LABEL } from './strings';

/** Formats a rate with three digits: `10 Mb/s`. */
export function rateText(bps: number): string {
  return formatRounded(bps, 'b/s');
}

/** Formats a time with three digits: `5 ms`. */
export function timeText(seconds: number): string {
  return formatRounded(seconds, 's');
}

/** Formats a whole number: `1,234`. */
export function countText(count: number): string {
  return formatRounded(Math.round(count), '', 15);
}

/** Formats an amount with its unit: `100 packets`, `20 kB`. */
export function amountText(amount: number, unit: 'packets' | 'bytes'): string {
  if (unit === 'bytes') return formatRounded(amount, 'B');
  return LABEL.packets(amount);
}

/** Formats a distribution of delays: `5 ms`, `1–25 ms`, `mean 5 ms`. */
export function delayText(delay: Distribution): string {
  if (typeof delay === 'number') return timeText(delay);
  if ('exponential' in delay) return LABEL.mean(timeText(delay.exponential));
  if ('pareto' in delay) return LABEL.mean(timeText(delay.pareto[0]));
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
 * Formats a queue length in the unit of its limit: `62` of `100 pkt`, `11.3` of `20 kB`.
 * A fixed number of decimals keeps the text at the same place.
 */
export function levelText(amount: number, unit: 'packets' | 'bytes', limit: number | null): string {
  if (unit === 'packets') return countText(amount);
  const { factor } = byteUnit(limit ?? amount);
  return factor === 1 ? countText(amount) : (amount / factor).toFixed(1);
}

/** Formats a tick beside a tank, in the unit of the limit. */
export function tickText(amount: number, unit: 'packets' | 'bytes', limit: number | null): string {
  return formatRounded(unit === 'bytes' ? amount / byteUnit(limit ?? amount).factor : amount, '', 4);
}

/** Formats a count in at most five characters: `9,999`, `12.3k`. */
export function shortCount(count: number): string {
  if (count < 10_000) return countText(count);
  const [factor, letter] = count < 999_500 ? ([1e3, 'k'] as const) : ([1e6, 'M'] as const);
  return `${Number((count / factor).toPrecision(3))}${letter}`;
}

/** Formats the limit beside a queue length: `/ 100 pkt`, `/ 20 kB`; only the unit without a limit. */
export function limitText(unit: 'packets' | 'bytes', limit: number | null): string {
  if (limit === null) return unit === 'packets' ? LABEL.packetUnit : 'B';
  if (unit === 'packets') return LABEL.limit(countText(limit), LABEL.packetUnit);
  const { factor, name } = byteUnit(limit);
  return LABEL.limit(formatRounded(limit / factor, '', 4), name);
}

/** Width of a character of the limit, pixels. */
const LIMIT_CHARACTER = 8;

/** Formats the limit as `limitText`, without the unit of packets if it does not fit in `width` pixels: `/ 200`. */
export function limitWithin(unit: 'packets' | 'bytes', limit: number | null, width: number): string {
  const whole = limitText(unit, limit);
  if (unit === 'bytes' || limit === null || whole.length * LIMIT_CHARACTER <= width) return whole;
  return LABEL.limit(countText(limit), '').trimEnd();
}

/** Shortens a text with an ellipsis, so that it fits in `width` pixels of small type. */
export function shortened(text: string, width: number): string {
  const characters = Math.max(2, Math.floor(width / 9));
  return text.length <= characters ? text : `${text.slice(0, characters - 1)}…`;
}

/** Returns the label of an element, or its id if it has no label. */
export function nameOf({ id, label }: Pick<Group | Bottleneck | Edge, 'id' | 'label'>): string {
  return label || id;
}

/** Describes a group: `Group tcp: 40 TCP flows, forward through r0, access 1 Gb/s, 1–25 ms`. */
export function groupSentence(group: Group, through: readonly string[], catalog: Catalog | null): string {
  const kind = sectionOf(catalog, 'traffic', group.traffic)?.label ?? group.traffic.kind;
  const flows = ELEMENT.flows(group.count, kind);
  const edge = group.edge === null ? '' : ELEMENT.byEdge(group.edge);
  const access = ELEMENT.access(rateText(group.access.rate_bps), delayText(group.access.delay_s));
  return ELEMENT.groupSentence(nameOf(group), flows, group.direction, through.join(', '), edge, access);
}

/**
 * Describes a link: `Bottleneck r0: 10 Mb/s, 40 ms, buffer 100 packets, RED`. `kinds` names its kinds other than the
 * defaults. The text of an edge router says if it is on the right.
 */
export function linkSentence(kind: 'bottleneck' | 'edge', link: Bottleneck | Edge, kinds = ''): string {
  const { rate_bps, delay_s, queue } = link;
  const where = 'side' in link && link.side === 'right' ? ELEMENT.onTheRight : '';
  const parts = [
    rateText(rate_bps),
    timeText(delay_s),
    bufferPhrase(queue),
    ...(kinds === '' ? [] : [kinds]),
  ];
  return ELEMENT.linkSentence(ELEMENT.link[kind], nameOf(link), where, parts);
}

/** Describes a limit for screen readers: `20 kB, 16 ms at 10 Mb/s`; with the time only for a limit in bytes. */
export function limitSentence(limit: number, unit: 'packets' | 'bytes', rate_bps: number): string {
  const full_s = unit === 'bytes' ? (limit * 8) / rate_bps : 0;
  const amount = amountText(limit, unit);
  return full_s > 0 ? ELEMENT.limitTime(amount, timeText(full_s), rateText(rate_bps)) : amount;
}

function bufferPhrase({ limit_packets, limit_bytes }: Queue): string {
  if (limit_packets !== null) return ELEMENT.buffer(amountText(limit_packets, 'packets'));
  return limit_bytes !== null ? ELEMENT.buffer(amountText(limit_bytes, 'bytes')) : ELEMENT.noLimit;
}

function byteUnit(bytes: number): { factor: number; name: string } {
  if (bytes >= 1e9) return { factor: 1e9, name: 'GB' };
  if (bytes >= 1e6) return { factor: 1e6, name: 'MB' };
  return bytes >= 10_000 ? { factor: 1e3, name: 'kB' } : { factor: 1, name: 'B' };
}
