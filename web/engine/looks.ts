/**
 * How each group looks, wherever it is seen: in charts and their legends, in the picture of the network, in the
 * summary, in thumbnails.
 *
 * A look belongs to a place in the list of groups, so that renaming a group changes nothing. The first group of a
 * class looks like its class in the charts of queues; the others have colours of their own, and each a dash too,
 * for whoever sees few colours or prints in grey.
 */
import type { DataClass } from './classes';

/** A data colour, by its name among the page's tokens: `tcp` for `--tcp`. */
export type LookColour = 'tcp' | 'udp' | 'flow-2' | 'flow-3' | 'flow-4' | 'flow-5';

/** The look of a group. */
export interface Look {
  colour: LookColour;
  /** Lengths of dashes and gaps, CSS pixels; empty for a solid line. */
  dash: readonly number[];
  marker: 'square' | 'diamond' | 'circle' | 'cross' | 'star';
}

/**
 * The look of each group, in the order of the document. Twenty groups have twenty looks; with more of them
 * colours and dashes are shared.
 */
export function looksOf(groups: readonly { kind: DataClass }[]): Look[] {
  return groups.map(({ kind }, i) => {
    const first = groups.findIndex((group) => group.kind === kind) === i;
    return first ? FIRST[kind] : otherLook(i);
  });
}

/** Looks by the groups' ids. */
export function looksById(groups: readonly { id: string; kind: DataClass }[]): Map<string, Look> {
  const looks = looksOf(groups);
  return new Map(groups.map(({ id }, i) => [id, looks[i] as Look]));
}

const FIRST: Record<DataClass, Look> = {
  tcp: { colour: 'tcp', dash: [], marker: 'square' },
  udp: { colour: 'udp', dash: [6, 3], marker: 'diamond' },
};

function otherLook(place: number): Look {
  return {
    colour: COLOURS[place % COLOURS.length] as LookColour,
    dash: DASHES[place % DASHES.length] as readonly number[],
    marker: MARKERS[place % MARKERS.length] as Look['marker'],
  };
}

/** No colour of a class that packets are told apart by; green is also that of ACKs, so it comes late. */
const COLOURS: readonly LookColour[] = ['flow-3', 'flow-4', 'flow-2', 'flow-5'];
/** None is that of a first group. As many as have no factor in common with the number of colours. */
const DASHES: readonly (readonly number[])[] = [
  [8, 2, 2, 2, 2, 2],
  [10, 3],
  [3, 3],
  [10, 3, 2, 3],
  [18, 4],
];
const MARKERS: readonly Look['marker'][] = ['star', 'circle', 'cross'];
