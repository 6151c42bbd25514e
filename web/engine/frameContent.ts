/**
 * Finds the positions of the requested series and links in the layout.
 *
 * Positions are valid as long as the layout. An edit, other watched flows or a step back in time change it, and all
 * positions are looked up again.
 */
import { delaysOf, type FrameSeries, type Layout, type Needs } from './protocol';

/** Part of the layout that frames are made of. */
export type FrameLayout = Pick<Layout, 'series' | 'links' | 'groups'>;

/** Content of a frame, with positions in the layout. */
export interface FrameContent {
  series: FrameSeries[];
  /** Positions in `Layout.series`, one for each of `series`. */
  seriesAt: Uint32Array;
  /** Series of counts, and their positions. */
  counted: string[];
  countedAt: Uint32Array;
  /** Links, then groups as `group.<id>`. */
  histograms: string[];
  /** Positions in `Layout.links` and in `Layout.groups`, together one for each of `histograms`. */
  linksAt: Uint32Array;
  groupsAt: Uint32Array;
}

/** Returns the part of the layout that is needed, each item once and in the order of the layout. */
export function frameContent(layout: FrameLayout, needs: Needs): FrameContent {
  const series = positionsOf(layout.series, needs.series);
  const counted = positionsOf(layout.series, needs.counts);
  const links = positionsOf(layout.links, needs.histograms);
  const groups = positionsOf(
    layout.groups.map(({ id }) => ({ id: delaysOf(id) })),
    needs.histograms,
  );
  return {
    series: series.map(([, { id, shape }]) => ({ id, shape })),
    seriesAt: Uint32Array.from(series, ([at]) => at),
    counted: counted.map(([, { id }]) => id),
    countedAt: Uint32Array.from(counted, ([at]) => at),
    histograms: [...links, ...groups].map(([, { id }]) => id),
    linksAt: Uint32Array.from(links, ([at]) => at),
    groupsAt: Uint32Array.from(groups, ([at]) => at),
  };
}

function positionsOf<T extends { id: string }>(list: readonly T[], ids: readonly string[]): [number, T][] {
  const needed = new Set(ids);
  return [...list.entries()].filter(([, { id }]) => needed.has(id));
}
