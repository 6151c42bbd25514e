/**
 * What a thumbnail shows of a scenario: who sends, through how many bottlenecks, how large the buffer is.
 *
 * Presets come as the engine states them, perhaps without defaults, so everything is read with care.
 */
import type { Catalog } from '../engine/catalog';
import { classOf, type DataClass } from '../engine/classes';
import { looksOf, type Look, type LookColour } from '../engine/looks';
import { isRecord } from '../scenario/path';
import { figure } from '../controls/quantity';

export interface GroupOutline {
  id: string;
  count: number;
  class: DataClass;
  colour: LookColour;
  reverse: boolean;
}

export interface Outline {
  groups: GroupOutline[];
  /** The bottlenecks' buffers and rates, as text. */
  bottlenecks: { buffer: string; rate: string }[];
}

/** At most this many groups are drawn. */
export const DRAWN_GROUPS = 4;

export function outlineOf(scenario: unknown, catalog: Catalog | null): Outline {
  if (!isRecord(scenario)) return { groups: [], bottlenecks: [] };
  const groups = records(scenario.groups);
  const classes = groups.map(({ traffic }) => classOf(catalog, traffic));
  const looks = looksOf(classes.map((kind) => ({ kind })));
  return {
    groups: groups.map((group, i) => ({
      id: typeof group.id === 'string' ? group.id : '',
      count: typeof group.count === 'number' ? group.count : 1,
      class: classes[i] as DataClass,
      colour: (looks[i] as Look).colour,
      reverse: group.direction === 'reverse',
    })),
    bottlenecks: records(scenario.bottlenecks).map((link) => ({
      buffer: bufferText(link.queue),
      rate: typeof link.rate_bps === 'number' ? figure(link.rate_bps, 'b/s') : '',
    })),
  };
}

/** `tcp ×1,000`, as the thumbnail labels a group. */
export function groupText({ id, count }: GroupOutline): string {
  return `${id.length > 10 ? `${id.slice(0, 9)}…` : id} ×${count.toLocaleString('en')}`;
}

/** The whole as a sentence, for those who do not see the thumbnail. */
export function outlineText({ groups, bottlenecks }: Outline): string {
  const senders = groups.map((group) => groupText(group) + (group.reverse ? ' (reverse)' : '')).join(', ');
  const links = bottlenecks.map(({ buffer, rate }) => `${rate} with a buffer of ${buffer}`).join(', then ');
  return `${senders || 'nobody'} through ${links}`;
}

function bufferText(queue: unknown): string {
  if (!isRecord(queue)) return '?';
  if (typeof queue.limit_bytes === 'number') return figure(queue.limit_bytes, 'B');
  if (typeof queue.limit_packets === 'number') return figure(queue.limit_packets, 'packets', 6);
  return '?';
}

function records(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
