/**
 * Styles of groups and of watched flows.
 *
 * A group has the same style everywhere on the page. If one flow of a group is watched, it has the style of the group with
 * a thinner line. Other flows get colors and markers that no group uses, as far as possible.
 */
import type { Marker } from '../plot/renderer';
import { stylesById, type GroupStyle } from '../engine/groupStyles';
import type { Layout } from '../engine/protocol';
import type { TraceStyle } from './chart';
import { solid } from './scene';
import type { Color } from '../plot/theme';

/** Returns the style of a group, by id. */
export function groupStyle({ groups }: Layout, id: string): TraceStyle {
  const look = stylesById(groups).get(id);
  return look ? styleOf(look) : solid('ink', 1.5);
}

/** Returns the styles of the watched flows, in the order of the layout. */
export function flowStyles({ groups, flows }: Layout): TraceStyle[] {
  const looks = stylesById(groups);
  const alone = (group: string): boolean => flows.filter((flow) => flow.group === group).length === 1;
  const own = flows.map(({ group }) => (alone(group) ? looks.get(group) : undefined));
  const colors = without(COLORS, [...looks.values()].map(twin));
  const markers = without(
    MARKERS,
    own.map((look) => look?.marker),
  );
  let others = 0;
  return own.map((look) => (look ? { ...styleOf(look), width: FLOW } : nthStyle(others++, colors, markers)));
}

/** Returns the style of the nth flow. Each round of colors has other markers, so that combinations repeat late. */
function nthStyle(nth: number, colors: readonly Color[], markers: readonly Marker[]): TraceStyle {
  const round = Math.floor(nth / colors.length);
  const marker = markers[((nth % colors.length) + round) % markers.length] ?? null;
  return { ...solid(colors[nth % colors.length] ?? 'ink', FLOW), marker };
}

function styleOf({ color, dash, marker }: GroupStyle): TraceStyle {
  return { color, width: 1.5, dash, marker, hatch: 'plain' };
}

/** Returns the color for flows that equals the color of a group. */
function twin({ color }: GroupStyle): Color {
  return color === 'tcp' ? 'flow-1' : color === 'udp' ? 'flow-6' : color;
}

/** Returns the list without the taken elements, or the whole list if none would be left. */
function without<T>(list: readonly T[], taken: readonly (T | undefined)[]): readonly T[] {
  const left = list.filter((one) => !taken.includes(one));
  return left.length > 0 ? left : list;
}

const FLOW = 1.25;
const COLORS: readonly Color[] = ['flow-1', 'flow-2', 'flow-3', 'flow-4', 'flow-5', 'flow-6'];
const MARKERS: readonly Marker[] = ['circle', 'square', 'triangle', 'diamond', 'cross', 'star'];
