/**
 * What frames the data and is lighter than it: grid, warm-up, edits, levels, labels, cursor.
 *
 * Hairlines stand on half pixels to be sharp.
 */
import type { Interval } from '../engine/interval';
import { xFromTime, type Box } from './axis';
import { isMean, type Step } from './chart';
import { columnAt } from '../samples/columns';
import { heightAt } from './columns';
import { figure, quantityText } from './format';
import { roughWidth, type Renderer } from './renderer';
import { columnPlaces, drawn, yOf, type Picture } from './picture';
import { addPoint, boxShape, lineShape, pointsFor, segmentsShape, type Points } from './shapes';

/** Warm-up shade, grid and the lines of edits. */
export function paintGrid(
  pen: Renderer,
  { geometry, ticks, shown, theme, warmup_s, edits_s, chart }: Picture,
): void {
  const { plot } = geometry;
  const { colors } = theme;
  const right = plot.x + plot.width;
  const bottom = plot.y + plot.height;
  pen.clipped(plot, () => {
    const warm = xFromTime(warmup_s, shown, plot);
    if (warm > plot.x) {
      const width = Math.min(warm, right) - plot.x;
      pen.fill(boxShape({ ...plot, width }), { color: colors['ink-3'], alpha: 0.1 });
      if (chart.id === 'queue' && width > 64) {
        pen.text(plot.x + 6, plot.y + 8, 'warm-up', { color: colors['ink-3'] });
      }
    }
  });
  const across = ticks.y.flatMap(({ at }) => level(plot, at));
  const down = ticks.time.flatMap(({ at }) => upright(plot, at));
  pen.stroke(segmentsShape([...across, ...down]), { color: colors.line, width: 1, alpha: 0.7 });
  pen.stroke(segmentsShape(level(plot, bottom)), { color: colors['ink-3'], width: 1 });
  const edits = edits_s.map((t) => xFromTime(t, shown, plot)).filter((x) => x >= plot.x && x <= right);
  if (edits.length > 0) {
    pen.stroke(segmentsShape(edits.flatMap((x) => upright(plot, x))), {
      color: colors.accent,
      width: 1,
      dash: [2, 3],
    });
  }
}

/** Dashed lines at the limit and the like, stepping where an edit changed them. */
export function paintLevels(pen: Renderer, picture: Picture): void {
  const { chart, geometry, shown, theme } = picture;
  const y = yOf(picture);
  for (const { value, steps } of chart.levels) {
    const corners = levelPoints(steps.length > 0 ? steps : [{ from_s: 0, value }], shown, geometry.plot, y);
    pen.stroke(lineShape(corners), { color: theme.colors.ink, width: 1.25, dash: [7, 4] });
  }
}

/** The corners of a line that holds each step's value until the next; it breaks where there is none. */
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

/** What the levels are, at their right end; an arrow where one is out of sight. */
export function paintLevelNames(pen: Renderer, picture: Picture): void {
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
    // Beside a name that stands at about the same height.
    const right = taken
      .filter((other) => Math.abs(other.at - at) < NAME_LINE)
      .reduce((least, { left }) => Math.min(least, left - 10), plot.x + plot.width - 4);
    pen.text(right, at, words, style);
    taken.push({ at, left: right - roughWidth(words) });
  }
}

/** Names of levels closer than this would touch, pixels. */
const NAME_LINE = 13;

/** How far the highest column reaches that leaves the plot, where it leaves it. */
export function paintBeyond(pen: Renderer, picture: Picture): void {
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
  pen.text(x + 6, plot.y + 8, words, { color: theme.colors['ink-2'], halo: theme.colors.surface });
}

/** Words in the middle of a plot in which no trace has a value. */
export function paintEmpty(pen: Renderer, picture: Picture): void {
  const { chart, frame, geometry, theme } = picture;
  if (chart.empty === null || !frame) return;
  const some = drawn(picture, 'band', 'level', 'mean', 'line', 'area').some(({ columns }) =>
    columns.hi.some((value) => !Number.isNaN(value)),
  );
  if (some) return;
  const { x, y, width, height } = geometry.plot;
  pen.text(x + width / 2, y + height / 2, chart.empty, {
    color: theme.colors['ink-3'],
    align: 'center',
    halo: theme.colors.surface,
  });
}

/** The y axis's figures. */
export function paintLabels(pen: Renderer, { geometry, ticks, theme }: Picture): void {
  const { plot } = geometry;
  for (const { at, label } of ticks.y) {
    pen.text(plot.x - 6, at, label, { color: theme.colors['ink-3'], align: 'right' });
  }
}

/** The pinned moment, the cursor, and a dot on each trace at the cursor. */
export function paintCursor(pen: Renderer, picture: Picture): void {
  const { geometry, shown, theme, cursor_s, pinned_s } = picture;
  const { plot } = geometry;
  const inside = (t_s: number | null): t_s is number =>
    t_s !== null && t_s >= shown.t0_s && t_s <= shown.t1_s;
  if (inside(pinned_s)) {
    const x = xFromTime(pinned_s, shown, plot);
    pen.stroke(segmentsShape(upright(plot, x)), { color: theme.colors.accent, width: 1.5 });
  }
  if (inside(cursor_s)) {
    const x = xFromTime(cursor_s, shown, plot);
    pen.stroke(segmentsShape(upright(plot, x)), { color: theme.colors['ink-2'], width: 1 });
  }
  const at_s = cursor_s ?? pinned_s;
  if (inside(at_s)) pen.clipped(grown(plot, 4), () => paintDots(pen, picture, at_s));
}

function paintDots(pen: Renderer, picture: Picture, at_s: number): void {
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
    pen.symbols(marker, [x, at], 7, theme.colors[trace.style.color], theme.colors.surface);
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
