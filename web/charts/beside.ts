/** Drawing to the right of the plot: a distribution on the y axis of the plot, or an axis in percent. */
import { delaysOf, exceedingShare, type Frame } from '../engine/protocol';
import type { Renderer, Box } from '../plot/renderer';
import { delayTrace, distributionOf, yOf, type Picture } from './picture';
import { boxesShape, lineShape, segmentsShape } from '../plot/shapes';
import { DRAWING } from './strings';

/** Paints the part to the right of the plot, if the chart has one. */
export function paintBeside(renderer: Renderer, picture: Picture): void {
  const { beside } = picture.chart;
  if (beside?.kind === 'histogram') paintHistogram(renderer, picture, beside.link);
  if (beside?.kind === 'exceedance') paintExceedance(renderer, picture, beside.groups);
  if (beside?.kind === 'percent') paintPercent(renderer, picture, beside.full);
}

/** Returns the bars of a histogram, bottom to top: x, y, width and height of each. The longest bar is as wide as the box. */
export function histogramBars(
  shares: Float32Array,
  binWidth: number,
  box: Box,
  y: (value: number) => number,
): number[] {
  const most = shares.reduce((a, b) => Math.max(a, b), 0);
  if (!(most > 0) || !(binWidth > 0)) return [];
  const sides: number[] = [];
  shares.forEach((share, k) => {
    if (!(share > 0)) return;
    const low = Math.min(y(k * binWidth), box.y + box.height);
    const top = Math.max(y((k + 1) * binWidth), box.y);
    if (low > top) sides.push(box.x, top, (share / most) * box.width, Math.max(0.75, low - top));
  });
  return sides;
}

/** Returns the distribution of the queue of a link, by id; null if the frame has none. */
export function histogramOf(frame: Frame, link: string): { binWidth: number; shares: Float32Array } | null {
  const found = distributionOf(frame, link);
  return found && { binWidth: found[0] as number, shares: found.subarray(1) };
}

function paintHistogram(renderer: Renderer, picture: Picture, link: string | null): void {
  const { frame, geometry, theme, chart } = picture;
  const box = geometry.beside;
  if (box.width < 8) return;
  const { colors } = theme;
  paintHead(renderer, picture, box.width > 70 ? DRAWING.shareOfTime : DRAWING.time);
  const found = frame && link !== null ? histogramOf(frame, link) : null;
  if (!found) return;
  const bars = histogramBars(found.shares, found.binWidth, box, yOf(picture));
  if (bars.length === 0) return;
  const band = chart.traces.find(({ form }) => form === 'level');
  renderer.fill(boxesShape(bars), { color: colors[band?.style.color ?? 'ink'], alpha: 0.55 });
  const most = found.shares.reduce((a, b) => Math.max(a, b), 0);
  renderer.text(box.x + box.width, box.y + box.height - 8, `${Number((100 * most).toPrecision(2))} %`, {
    color: colors['ink-3'],
    align: 'right',
    halo: colors.surface,
  });
}

/** Paints the edge of a distribution and its title. */
function paintHead(renderer: Renderer, { geometry, theme }: Picture, title: string): void {
  const { beside: box, lanes } = geometry;
  const color = theme.colors['ink-3'];
  const edge = [box.x + 0.5, box.y, box.x + 0.5, box.y + box.height];
  renderer.stroke(segmentsShape(edge), { color, width: 1 });
  const y = (lanes[0] ?? box).y + 6;
  renderer.text(box.x + box.width / 2, y, title, { color, align: 'center' });
}

/**
 * Paints a line per group through the delays that shares of its packets exceed. The shares fall from left to right on a
 * logarithmic axis, so that rare delays show, which users notice most.
 */
function paintExceedance(renderer: Renderer, picture: Picture, groups: readonly string[]): void {
  const { frame, geometry, theme, chart, hidden } = picture;
  const box = geometry.beside;
  if (box.width < 8) return;
  const { colors } = theme;
  const wide = box.width > 70;
  paintHead(renderer, picture, wide ? DRAWING.shareAbove : DRAWING.above);
  const x = (i: number): number => box.x + (i / LAST_SHARE) * box.width;
  for (const i of wide ? DECADES : DECADES.slice(1, 2)) {
    const line = [x(i), box.y, x(i), box.y + box.height];
    renderer.stroke(segmentsShape(line), { color: colors.line, width: 1 });
    const percent = Number((100 * exceedingShare(i)).toPrecision(1));
    const label = wide ? String(percent) : `${percent} %`;
    renderer.text(x(i), box.y + box.height - 6, label, {
      color: colors['ink-3'],
      align: 'center',
      halo: colors.surface,
    });
  }
  if (!frame) return;
  const y = yOf(picture);
  renderer.clipped(box, () => {
    for (const group of groups) {
      const trace = delayTrace(chart, group);
      const delays = trace && !hidden.has(trace.id) ? distributionOf(frame, delaysOf(group)) : null;
      if (!trace || !delays) continue;
      const points = { x: Float32Array.from(delays, (_, i) => x(i)), y: delays.map(y), n: delays.length };
      const { color, width, dash } = trace.style;
      renderer.stroke(lineShape(points), { color: colors[color], width, dash });
    }
  });
}

/** Indexes of the last share that has a place in the box, and of shares with a line: 10 %, 1 % and 0.1 %. */
const LAST_SHARE = 64;
const DECADES = [20, 40, 60];

function paintPercent(renderer: Renderer, picture: Picture, full: number): void {
  const { geometry, theme, range } = picture;
  const y = yOf(picture);
  const every = geometry.plot.height > 90 ? [0, 0.25, 0.5, 0.75, 1] : [0, 0.5, 1];
  for (const share of every) {
    if (share * full > range.hi) continue;
    renderer.text(geometry.plot.x + geometry.plot.width + 8, y(share * full), `${100 * share} %`, {
      color: theme.colors['ink-3'],
    });
  }
}
