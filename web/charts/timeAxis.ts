/** Drawing of the shared time axis below the stack: tick labels, and the times of the cursor and the pin. */
import type { Interval } from '../engine/interval';
import { timeTicks, xFromTime } from './axis';
import { timeText } from '../plot/format';
import { roughWidth, type Renderer, type Box } from '../plot/renderer';
import { boxShape, segmentsShape } from '../plot/shapes';
import { TIME_AXIS } from './strings';
import type { Theme } from '../plot/theme';

/** Elements of the time axis that the stage changes. */
export interface TimeAxisElements {
  canvas: HTMLCanvasElement;
  /** Flags by index of the edit. */
  flags: ReadonlyMap<number, HTMLElement>;
  /** Button beside the pin that moves the run to it. */
  go: HTMLElement;
  /** Called with the error if the axis cannot be painted. */
  onFail(error: unknown): void;
}

/** Moves the flags of past edits to their times and hides the other flags. */
export function placeFlags(
  flags: TimeAxisElements['flags'],
  happened_s: readonly number[],
  shown: Interval,
  plot: Box,
): void {
  for (const [index, flag] of flags) {
    const t_s = happened_s[index];
    const visible = t_s !== undefined && t_s >= shown.t0_s && t_s <= shown.t1_s;
    if (flag.hidden === visible) flag.hidden = !visible;
    if (visible) flag.style.transform = `translateX(${xFromTime(t_s, shown, plot).toFixed(1)}px)`;
  }
}

/** Moves the button of the pin beside the pin's label, and hides it without a visible pin. */
export function placeGo(go: HTMLElement, pinned_s: number | null, shown: Interval, plot: Box): void {
  const visible = pinned_s !== null && pinned_s >= shown.t0_s && pinned_s <= shown.t1_s;
  if (go.hidden === visible) go.hidden = !visible;
  if (!visible) return;
  const x = xFromTime(pinned_s, shown, plot);
  const left = x + BESIDE + GO_WIDTH > plot.x + plot.width ? x - BESIDE - GO_WIDTH : x + BESIDE;
  go.style.transform = `translateX(${left.toFixed(1)}px)`;
}

/** Distance from a pin to its button, and width of the button, in pixels. */
const BESIDE = 44;
const GO_WIDTH = 64;

/** Inputs of one painting of the time axis. */
export interface TimeAxisPicture {
  /** Box with the left and right edges of the plots and the height of the time axis. */
  plot: Box;
  shown: Interval;
  cursor_s: number | null;
  pinned_s: number | null;
  theme: Theme;
}

/** Paints the ticks and labels of the time axis, and the labels of pin and cursor. */
export function paintTimeAxis(
  renderer: Renderer,
  { plot, shown, cursor_s, pinned_s, theme }: TimeAxisPicture,
): void {
  const { colors } = theme;
  const ticks = timeTicks(shown, plot);
  const ends = ticks.flatMap(({ at }) => {
    const x = Math.round(at) + 0.5;
    return [x, plot.y, x, plot.y + 4];
  });
  renderer.stroke(segmentsShape(ends), { color: colors['ink-3'], width: 1 });
  const y = plot.y + 14;
  for (const { at, label } of ticks) {
    const x = heldWithin(at, roughWidth(label), plot.x - 8, plot.x + plot.width + 6);
    renderer.text(x, y, label, { color: colors['ink-3'], align: 'center' });
  }
  renderer.text(plot.x - 14, y, TIME_AXIS.label, { color: colors['ink-3'], align: 'right' });
  const step_s = (shown.t1_s - shown.t0_s) / Math.max(1, plot.width);
  const inside = (t_s: number | null): t_s is number =>
    t_s !== null && t_s >= shown.t0_s && t_s <= shown.t1_s;
  if (inside(pinned_s))
    chip(
      renderer,
      plot,
      xFromTime(pinned_s, shown, plot),
      timeText(pinned_s, step_s),
      colors.accent,
      colors.surface,
    );
  if (inside(cursor_s)) {
    const apart = pinned_s === null ? '' : `  ${signed(cursor_s - pinned_s, step_s)}`;
    chip(
      renderer,
      plot,
      xFromTime(cursor_s, shown, plot),
      timeText(cursor_s, step_s) + apart,
      colors['ink-2'],
      colors.surface,
    );
  }
}

/** Formats the time between pin and cursor: `+1.24 s`. */
function signed(dt_s: number, step_s: number): string {
  return `${dt_s < 0 ? '−' : '+'}${timeText(Math.abs(dt_s), step_s)}`;
}

function chip(renderer: Renderer, plot: Box, at: number, words: string, paper: string, style: string): void {
  const width = roughWidth(words) + 12;
  const middle = heldWithin(at, width, plot.x - 40, plot.x + plot.width + 30);
  renderer.fill(boxShape({ x: middle - width / 2, y: plot.y + 4, width, height: 20 }), { color: paper });
  renderer.text(middle, plot.y + 14, words, { color: style, align: 'center' });
}

/** Returns the middle of a box that is `width` wide and must stay between two edges. */
function heldWithin(middle: number, width: number, left: number, right: number): number {
  return Math.max(left + width / 2, Math.min(middle, right - width / 2));
}
