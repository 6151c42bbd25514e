/**
 * The inks of groups and of watched flows.
 *
 * A group looks as everywhere on the page. A flow that alone of its group is watched looks like it, only thinner;
 * the others take colours and markers that no group has here, as far as there are any.
 */
import { stylesById, type GroupStyle } from '../engine/groupStyles';
import type { Layout } from '../engine/protocol';
import type { Ink, Marker } from './chart';
import { solid } from './scene';
import type { Colour } from './theme';

/** The ink of a group, by id. */
export function groupInk({ groups }: Layout, id: string): Ink {
  const look = stylesById(groups).get(id);
  return look ? inkOf(look) : solid('ink', 1.5);
}

/** The inks of the watched flows, in the order of the layout. */
export function flowInks({ groups, flows }: Layout): Ink[] {
  const looks = stylesById(groups);
  const alone = (group: string): boolean => flows.filter((flow) => flow.group === group).length === 1;
  const own = flows.map(({ group }) => (alone(group) ? looks.get(group) : undefined));
  const colours = without(COLOURS, [...looks.values()].map(twin));
  const markers = without(
    MARKERS,
    own.map((look) => look?.marker),
  );
  let others = 0;
  return own.map((look) => (look ? { ...inkOf(look), width: FLOW } : nthInk(others++, colours, markers)));
}

/** Colour by colour, and each time with another marker: together they repeat after as many as both allow. */
function nthInk(nth: number, colours: readonly Colour[], markers: readonly Marker[]): Ink {
  const round = Math.floor(nth / colours.length);
  const marker = markers[((nth % colours.length) + round) % markers.length] ?? null;
  return { ...solid(colours[nth % colours.length] ?? 'ink', FLOW), marker };
}

function inkOf({ colour, dash, marker }: GroupStyle): Ink {
  return { colour, width: 1.5, dash, marker, hatch: 'plain' };
}

/** The colour of flows that is the same as a group's. */
function twin({ colour }: GroupStyle): Colour {
  return colour === 'tcp' ? 'flow-1' : colour === 'udp' ? 'flow-6' : colour;
}

/** All where none would be left. */
function without<T>(list: readonly T[], taken: readonly (T | undefined)[]): readonly T[] {
  const left = list.filter((one) => !taken.includes(one));
  return left.length > 0 ? left : list;
}

const FLOW = 1.25;
const COLOURS: readonly Colour[] = ['flow-1', 'flow-2', 'flow-3', 'flow-4', 'flow-5', 'flow-6'];
const MARKERS: readonly Marker[] = ['circle', 'square', 'triangle', 'diamond', 'cross', 'star'];
