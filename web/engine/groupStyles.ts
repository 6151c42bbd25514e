/**
 * Style of each group in charts and legends, in the drawing of the network, in the summary and in thumbnails.
 *
 * A style belongs to a position in the list of groups, so that renaming a group changes nothing. The first group of a
 * class has the style of its class in the charts of queues. The others have colors of their own, and dashes, for readers
 * who see few colors or print in gray.
 */
import type { DataClass } from './classes';

/** Color of data, by the name of its CSS property: `tcp` for `--tcp`. */
export type StyleColor = 'tcp' | 'udp' | 'flow-2' | 'flow-3' | 'flow-4' | 'flow-5';

/** Style of a group. */
export interface GroupStyle {
  color: StyleColor;
  /** Lengths of dashes and gaps, CSS pixels; empty for a solid line. */
  dash: readonly number[];
  marker: 'square' | 'diamond' | 'circle' | 'cross' | 'star';
}

/**
 * Returns the style of each group, in the order of the document. Up to 20 groups have different styles; more groups
 * share colors and dashes.
 */
export function stylesOf(groups: readonly { kind: DataClass }[]): GroupStyle[] {
  return groups.map(({ kind }, i) => {
    const first = groups.findIndex((group) => group.kind === kind) === i;
    return first ? FIRST[kind] : otherStyle(i);
  });
}

/** Returns the styles by the groups' ids. */
export function stylesById(groups: readonly { id: string; kind: DataClass }[]): Map<string, GroupStyle> {
  const styles = stylesOf(groups);
  return new Map(groups.map(({ id }, i) => [id, styles[i] as GroupStyle]));
}

const FIRST: Record<DataClass, GroupStyle> = {
  tcp: { color: 'tcp', dash: [], marker: 'square' },
  udp: { color: 'udp', dash: [6, 3], marker: 'diamond' },
};

function otherStyle(position: number): GroupStyle {
  return {
    color: COLORS[position % COLORS.length] as StyleColor,
    dash: DASHES[position % DASHES.length] as readonly number[],
    marker: MARKERS[position % MARKERS.length] as GroupStyle['marker'],
  };
}

/** Colors that stand for no class of packets; green is also the color of ACKs, so that it comes late. */
const COLORS: readonly StyleColor[] = ['flow-3', 'flow-4', 'flow-2', 'flow-5'];
/** Dashes that no first group has. Their number and the number of colors have no common factor. */
const DASHES: readonly (readonly number[])[] = [
  [8, 2, 2, 2, 2, 2],
  [10, 3],
  [3, 3],
  [10, 3, 2, 3],
  [18, 4],
];
const MARKERS: readonly GroupStyle['marker'][] = ['star', 'circle', 'cross'];
