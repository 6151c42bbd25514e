/**
 * From the names of what a frame is to carry to the places where the engine has it.
 *
 * A place holds as long as the layout does: an edit, another choice of flows or a step back in time moves
 * things, and everything is looked up again.
 */
import type { FrameSeries, Layout, Needs } from './protocol';

/** What a frame carries, and where that stands in the layout. */
export interface FrameContent {
  series: FrameSeries[];
  /** Positions in `Layout.series`, one for each of `series`. */
  seriesAt: Uint32Array;
  /** Series of counts, and their positions. */
  counted: string[];
  countedAt: Uint32Array;
  histograms: string[];
  /** Positions in `Layout.links`, one for each of `histograms`. */
  linksAt: Uint32Array;
}

/** What is needed of this layout, each once and in its order. */
export function frameContent(layout: Pick<Layout, 'series' | 'links'>, needs: Needs): FrameContent {
  const series = placesOf(layout.series, needs.series);
  const counted = placesOf(layout.series, needs.counts);
  const links = placesOf(layout.links, needs.histograms);
  return {
    series: series.map(([, { id, shape }]) => ({ id, shape })),
    seriesAt: Uint32Array.from(series, ([at]) => at),
    counted: counted.map(([, { id }]) => id),
    countedAt: Uint32Array.from(counted, ([at]) => at),
    histograms: links.map(([, { id }]) => id),
    linksAt: Uint32Array.from(links, ([at]) => at),
  };
}

function placesOf<T extends { id: string }>(list: readonly T[], ids: readonly string[]): [number, T][] {
  const needed = new Set(ids);
  return [...list.entries()].filter(([, { id }]) => needed.has(id));
}
