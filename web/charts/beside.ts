/** Drawing to the right of the plot: the distribution of the queue on the y axis of the plot, or an axis in percent. */
import type { Frame } from '../engine/protocol';
import type { Renderer, Box } from '../plot/renderer';
import { yOf, type Picture } from './picture';
import { boxesShape, segmentsShape } from '../plot/shapes';
import { DRAWING } from './strings';

/** Paints the part to the right of the plot, if the chart has one. */
export function paintBeside(renderer: Renderer, picture: Picture): void {
  const { beside } = picture.chart;
  if (beside?.kind === 'histogram') paintHistogram(renderer, picture, beside.link);
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
  const start = frame.histograms.indexOf(link) * (BINS + 1);
  const binWidth = frame.histogram[start];
  if (binWidth === undefined || frame.histogram.length < start + BINS + 1) return null;
  return { binWidth, shares: frame.histogram.subarray(start + 1, start + 1 + BINS) };
}

const BINS = 64;

function paintHistogram(renderer: Renderer, picture: Picture, link: string | null): void {
  const { frame, geometry, theme, chart } = picture;
  const box = geometry.beside;
  if (box.width < 8) return;
  const { colors } = theme;
  renderer.stroke(segmentsShape([box.x + 0.5, box.y, box.x + 0.5, box.y + box.height]), {
    color: colors['ink-3'],
    width: 1,
  });
  const words = box.width > 70 ? DRAWING.shareOfTime : DRAWING.time;
  const middle = box.x + box.width / 2;
  renderer.text(middle, geometry.lanes[0] ? geometry.lanes[0].y + 6 : box.y + 6, words, {
    color: colors['ink-3'],
    align: 'center',
  });
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
