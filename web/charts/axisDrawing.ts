/**
 * Drawing of everything around the data: grid, warm-up, edits, levels, labels, cursor.
 *
 * Lines of one pixel are at half pixels, so that they are sharp.
 */
import type { Interval } from '../engine/interval';
import { xFromTime } from './axis';
import { isMean, type Step } from './chart';
import { columnAt } from '../samples/columns';
import { heightAt } from './columns';
import { figure, quantityText } from '../plot/format';
import { roughWidth, type Renderer, type Box } from '../plot/renderer';
import { columnPlaces, drawn, yOf, type Picture } from './picture';
import { addPoint, boxShape, lineShape, pointsFor, segmentsShape, type Points } from '../plot/shapes';
import { DRAWING } from './strings';

/** Paints the shade of the warm-up, the grid and the lines of edits. */
export function paintGrid(
  renderer: Renderer,
  { geometry, ticks, shown, theme, warmup_s, edits_s, chart }: Picture,
): void {
  const { plot } = geometry;
  const { colors } = theme;
  const right = plot.x + plot.width;
  const bottom = plot.y + plot.height;
  renderer.clipped(plot, () => {
    const warm = xFromTime(warmup_s, shown, plot);
    if (warm > plot.x) {
      const width = Math.min(warm, right) - plot.x;
      renderer.fill(boxShape({ ...plot, width }), { color: colors['ink-3'], alpha: 0.1 });
      if (chart.id === 'queue' && width > 64) {
        renderer.text(plot.x + 6, plot.y + 8, DRAWING.warmup, { color: colors['ink-3'] });
      }
    }
  });
  const across = ticks.y.flatMap(({ at }) => level(plot, at));
  const down = ticks.time.flatMap(({ at }) => upright(plot, at));
  renderer.stroke(segmentsShape([...across, ...down]), { color: colors.line, width: 1, alpha: 0.7 });
  renderer.stroke(segmentsShape(level(plot, bottom)), { color: colors['ink-3'], width: 1 });
  const edits = edits_s.map((t) => xFromTime(t, shown, plot)).filter((x) => x >= plot.x && x <= right);
  if (edits.length > 0) {
    renderer.stroke(segmentsShape(edits.flatMap((x) => upright(plot, x))), {
      color: colors.accent,
      width: 1,
      dash: [2, 3],
    });
  }
}

/** Paints dashed lines, for example at the queue limit, with a step where an edit changed the value. */
export function paintLevels(renderer: Renderer, picture: Picture): void {
  const { chart, geometry, shown, theme } = picture;
  const y = yOf(picture);
  for (const { value, steps } of chart.levels) {
    const corners = levelPoints(steps.length > 0 ? steps : [{ from_s: 0, value }], shown, geometry.plot, y);
    renderer.stroke(lineShape(corners), { color: theme.colors.ink, width: 1.25, dash: [7, 4] });
  }
}

/** Returns the corners of a line that keeps the value of each step until the next. A step without a value is a gap. */
export function levelPoints(
  steps: readonly Step[],
  shown: Interval,
  plot: Box,
  y: (value: number) => number,
): Points {
  const corners = pointsFor(2 * steps.length);
  steps.forEach(({ from_s, value }, i) => {
    const height = value === null ? NaN : Math.round(y(value)) + 0.5;
    const x = (t_s: number): number =>
      Math.min(Math.max(xFromTime(t_s, shown, plot), plot.x - 8), plot.x + plot.width + 8);
    addPoint(corners, x(from_s), height);
    addPoint(corners, x(steps[i + 1]?.from_s ?? shown.t1_s), height);
  });
  return corners;
}

/** Paints the names of levels at their right end, with an arrow if the level is above the axis. */
export function paintLevelNames(renderer: Renderer, picture: Picture): void {
  const { chart, geometry, range, theme } = picture;
  const { plot } = geometry;
  const y = yOf(picture);
  const style = { color: theme.colors['ink-2'], align: 'right', halo: theme.colors.surface } as const;
  const taken: { at: number; left: number }[] = [];
  for (const { label, value } of chart.levels) {
    if (label === null) continue;
    const isOut = value > range.hi;
    const words = `${label} ${quantityText(value, chart.quantity)}${isOut ? ' ↑' : ''}`;
    const line = y(value);
    const at = isOut ? plot.y + 8 : line + (line - plot.y > 12 ? -7 : 9);
    // To the left of a name at about the same height.
    const right = taken
      .filter((other) => Math.abs(other.at - at) < NAME_LINE)
      .reduce((least, { left }) => Math.min(least, left - 10), plot.x + plot.width - 4);
    renderer.text(right, at, words, style);
    taken.push({ at, left: right - roughWidth(words) });
  }
}

/** Names of levels that are closer than this would overlap, in pixels. */
const NAME_LINE = 13;

/** Paints the greatest value that is above the axis, at the position where it occurs. */
export function paintBeyond(renderer: Renderer, picture: Picture): void {
  const { range, frame, shown, geometry, theme, unit } = picture;
  if (!frame || range.kind !== 'linear') return;
  let [most, place] = [range.hi * 1.001, -1];
  for (const { trace, columns } of drawn(picture, 'band', 'level', 'mean', 'line', 'area')) {
    if (!trace.scales) continue;
    columns.hi.forEach((value, i) => {
      if (value * trace.per > most) [most, place] = [value * trace.per, i];
    });
  }
  if (place < 0) return;
  const { plot } = geometry;
  const words = `↑ ${figure(most / unit.per)} ${unit.name}`;
  const { first, step } = columnPlaces(frame, shown, plot);
  const x = Math.max(plot.x + 2, Math.min(first + place * step, plot.x + plot.width - roughWidth(words) - 8));
  renderer.text(x + 6, plot.y + 8, words, { color: theme.colors['ink-2'], halo: theme.colors.surface });
}

/** Paints the chart's text for the case that no trace has a value. */
export function paintEmpty(renderer: Renderer, picture: Picture): void {
  const { chart, frame, geometry, theme } = picture;
  if (chart.empty === null || !frame) return;
  const some = drawn(picture, 'band', 'level', 'mean', 'line', 'area').some(({ columns }) =>
    columns.hi.some((value) => !Number.isNaN(value)),
  );
  if (some) return;
  const { x, y, width, height } = geometry.plot;
  renderer.text(x + width / 2, y + height / 2, chart.empty, {
    color: theme.colors['ink-3'],
    align: 'center',
    halo: theme.colors.surface,
  });
}

/** Paints the tick labels of the y axis. */
export function paintLabels(renderer: Renderer, { geometry, ticks, theme }: Picture): void {
  const { plot } = geometry;
  for (const { at, label } of ticks.y) {
    renderer.text(plot.x - 6, at, label, { color: theme.colors['ink-3'], align: 'right' });
  }
}

/** Paints the pin, the cursor, and a dot on each trace at the cursor. */
export function paintCursor(renderer: Renderer, picture: Picture): void {
  const { geometry, shown, theme, cursor_s, pinned_s } = picture;
  const { plot } = geometry;
  const inside = (t_s: number | null): t_s is number =>
    t_s !== null && t_s >= shown.t0_s && t_s <= shown.t1_s;
  if (inside(pinned_s)) {
    const x = xFromTime(pinned_s, shown, plot);
    renderer.stroke(segmentsShape(upright(plot, x)), { color: theme.colors.accent, width: 1.5 });
  }
  if (inside(cursor_s)) {
    const x = xFromTime(cursor_s, shown, plot);
    renderer.stroke(segmentsShape(upright(plot, x)), { color: theme.colors['ink-2'], width: 1 });
  }
  const at_s = cursor_s ?? pinned_s;
  if (inside(at_s)) renderer.clipped(grown(plot, 4), () => paintDots(renderer, picture, at_s));
}

function paintDots(renderer: Renderer, picture: Picture, at_s: number): void {
  const { frame, geometry, shown, theme, chart } = picture;
  const i = frame ? columnAt(frame, at_s) : -1;
  if (i < 0) return;
  const y = yOf(picture);
  const x = xFromTime(at_s, shown, geometry.plot);
  for (const { trace, columns } of drawn(picture, 'band', 'level', 'mean', 'line', 'area')) {
    const height = isMean(trace) ? (columns.mean[i] as number) : heightAt(columns, i);
    const at = y(height * trace.per);
    if (Number.isNaN(at)) continue;
    const marker = chart.traces.length > 1 ? (trace.style.marker ?? 'circle') : 'circle';
    renderer.symbols(marker, [x, at], 7, theme.colors[trace.style.color], theme.colors.surface);
  }
}

function level({ x, width }: Box, at: number): number[] {
  const y = Math.round(at) + 0.5;
  return [x, y, x + width, y];
}

function upright({ y, height }: Box, at: number): number[] {
  const x = Math.round(at) + 0.5;
  return [x, y, x, y + height];
}

function grown({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}
