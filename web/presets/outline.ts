/**
 * Outline of a scenario for its thumbnail: the groups, the bottlenecks, and the sizes of the buffers.
 *
 * Presets have no values for fields with their default, so each field may be missing.
 */
import type { Catalog } from '../engine/catalog';
import { classOf, type DataClass } from '../engine/classes';
import { stylesOf, type GroupStyle, type StyleColor } from '../engine/groupStyles';
import { isRecord } from '../scenario/path';
import { formatRounded } from '../controls/quantity';
import { OUTLINE } from './lazyStrings';

/** Group of a thumbnail. */
export interface GroupOutline {
  id: string;
  count: number;
  class: DataClass;
  color: StyleColor;
  reverse: boolean;
}

/** Content of a thumbnail. */
export interface Outline {
  groups: GroupOutline[];
  /** Buffers and rates of the bottlenecks, as text. */
  bottlenecks: { buffer: string; rate: string }[];
}

/** Largest number of groups in a thumbnail. */
export const DRAWN_GROUPS = 4;

/** Returns the outline of a scenario; an empty one if it has another form. */
export function outlineOf(scenario: unknown, catalog: Catalog | null): Outline {
  if (!isRecord(scenario)) return { groups: [], bottlenecks: [] };
  const groups = records(scenario.groups);
  const classes = groups.map(({ traffic }) => classOf(catalog, traffic));
  const looks = stylesOf(classes.map((kind) => ({ kind })));
  return {
    groups: groups.map((group, i) => ({
      id: typeof group.id === 'string' ? group.id : '',
      count: typeof group.count === 'number' ? group.count : 1,
      class: classes[i] as DataClass,
      color: (looks[i] as GroupStyle).color,
      reverse: group.direction === 'reverse',
    })),
    bottlenecks: records(scenario.bottlenecks).map((link) => ({
      buffer: bufferText(link.queue),
      rate: typeof link.rate_bps === 'number' ? formatRounded(link.rate_bps, 'b/s') : '',
    })),
  };
}

/** Label of a group in a thumbnail: `tcp ×1,000`. */
export function groupText({ id, count }: GroupOutline): string {
  return OUTLINE.group(id.length > 10 ? `${id.slice(0, 9)}…` : id, count);
}

/** Describes a thumbnail for screen readers. */
export function outlineText({ groups, bottlenecks }: Outline): string {
  return OUTLINE.text(
    groups.map((group) => (group.reverse ? OUTLINE.reverse(groupText(group)) : groupText(group))),
    bottlenecks.map(({ buffer, rate }) => OUTLINE.link(rate, buffer)),
  );
}

function bufferText(queue: unknown): string {
  if (!isRecord(queue)) return OUTLINE.unknown;
  if (typeof queue.limit_bytes === 'number') return formatRounded(queue.limit_bytes, 'B');
  if (typeof queue.limit_packets === 'number') return formatRounded(queue.limit_packets, 'packets', 6);
  return OUTLINE.unknown;
}

function records(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
