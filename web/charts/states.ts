/**
 * Lane of the states of senders below the chart of windows: one row per watched flow, with a bar for each interval of one
 * state, and symbols at timeouts and at reductions of the window.
 *
 * Timeouts are drawn by column, at any zoom and for the whole run. Reductions are drawn one by one if the frame has them.
 * Common states have light colors, and recovery has a strong one. Each state has its own color and hatch; a wide bar
 * contains its name.
 */
import type { Frame } from '../engine/protocol';
import { xFromTime } from './axis';
import type { StateEvent, StateKey, StateRows, StateRow } from './chart';
import { columnsOf } from '../samples/columns';
import { countsOf, MARK, marksOf } from './marks';
import { roughWidth, type Renderer, type Box, type Hatch, type Marker } from '../plot/renderer';
import { columnPlaces, type Picture } from './picture';
import { boxesShape, boxShape } from '../plot/shapes';
import { DRAWING } from './strings';
import type { Color } from '../plot/theme';

/** Columns from `from` to before `to`, in which the sender was in one state. */
export interface Stretch {
  from: number;
  to: number;
  state: number;
}

/** Style of a state in the lane. */
export interface StateStyle {
  color: Color;
  hatch: Hatch;
  alpha: number;
}

/** Returns the style of a state: a state of TCP, or of a controller. The styles for controllers repeat. */
export function stateStyle(state: number): StateStyle {
  const own = OWN[state];
  return own ?? (OF_CONTROLLERS[(state - OWN.length) % OF_CONTROLLERS.length] as StateStyle);
}

/** Symbols of events in the lane. */
export const EVENT_MARKERS: Record<StateEvent, Marker> = {
  timeout: 'triangle',
  ecnCut: 'diamond',
  idleCut: 'cross',
};

/** Returns the intervals of one state in a row. Where the flow has no window, it has no state. */
export function stretchesOf(states: Float32Array, windows: Float32Array): Stretch[] {
  const found: Stretch[] = [];
  for (let i = 0; i < states.length; i++) {
    const state = states[i] as number;
    if (Number.isNaN(state) || Number.isNaN(windows[i])) continue;
    const last = found[found.length - 1];
    if (last?.to === i && last.state === state) last.to = i + 1;
    else found.push({ from: i, to: i + 1, state });
  }
  return found;
}

/** Returns state and window of a row per column; null if the frame does not have them. */
export function stateColumns(
  { series, window }: StateRow,
  frame: Frame,
): { states: Float32Array; windows: Float32Array } | null {
  const states = columnsOf(frame, series)?.hi;
  const windows = columnsOf(frame, window.id)?.hi;
  return states && windows ? { states, windows } : null;
}

/** Returns the entries that the lane has shown so far, in order of appearance; the same list if there is no new one. */
export function met(
  before: readonly StateKey[],
  { rows, names }: StateRows,
  frame: Frame,
): readonly StateKey[] {
  const found = new Set(before);
  for (const row of rows) {
    const columns = stateColumns(row, frame);
    if (columns) for (const { state } of stretchesOf(columns.states, columns.windows)) found.add(state);
    if (countsOf(frame, row.timeouts).length > 0 && !found.has(TIMEOUT_STATE)) found.add('timeout');
    for (const event of CUTS) if (marksOf(frame.marks, MARK[event], row.flow).length > 0) found.add(event);
  }
  for (const key of found) if (typeof key === 'number' && names[key] === undefined) found.delete(key);
  return found.size === before.length ? before : [...found];
}

/** Paints the lane of states, if the chart has one. */
export function paintStates(renderer: Renderer, picture: Picture): void {
  const { geometry, frame, chart } = picture;
  const lane = geometry.states;
  if (!lane || !chart.states) return;
  const { rows, names } = chart.states;
  const height = (lane.height - 2) / Math.max(1, rows.length);
  const placed = rows.map((row, i) => ({ row, box: { ...lane, y: lane.y + 1 + i * height, height } }));
  paintRowNames(renderer, picture, placed);
  if (!frame) return;
  renderer.clipped(lane, () => {
    const bars = barsOf(picture, frame, placed);
    for (const state of new Set(bars.map((bar) => bar.state))) {
      const { color, hatch, alpha } = stateStyle(state);
      const sides = bars.flatMap(({ state: other, x, y, width, height }) =>
        other === state ? [x, y, width, height] : [],
      );
      renderer.fill(boxesShape(sides), { color: picture.theme.colors[color], hatch, alpha });
    }
    for (const bar of bars) paintStateName(renderer, picture, bar, lane, names[bar.state] ?? '');
    const forgotten = unknownBox(picture, frame, lane);
    if (forgotten) shadeUnknown(renderer, picture, forgotten);
    paintEvents(renderer, picture, frame, placed);
    if (forgotten) nameUnknown(renderer, picture, forgotten);
  });
}

/** Row of the lane with its position. */
interface PlacedRow {
  row: StateRow;
  box: Box;
}

interface Bar extends Box {
  state: number;
}

/** Returns a bar for each interval of the visible rows, at least 1.5 pixels wide. */
function barsOf({ shown, geometry, hidden }: Picture, frame: Frame, rows: PlacedRow[]): Bar[] {
  const { first, step } = columnPlaces(frame, shown, geometry.plot);
  const left = first - step / 2;
  const apart = rows.length > 1 ? 1 : 0;
  return rows.flatMap(({ row, box }) => {
    const columns = hidden.has(row.window.id) ? null : stateColumns(row, frame);
    if (!columns) return [];
    return stretchesOf(columns.states, columns.windows).map(({ from, to, state }) => ({
      state,
      x: left + from * step,
      y: box.y,
      width: Math.max(1.5, (to - from) * step),
      height: Math.max(1.5, box.height - apart),
    }));
  });
}

/** Paints the name of the state in the visible part of a bar, if it fits. */
function paintStateName(renderer: Renderer, { theme }: Picture, bar: Bar, lane: Box, name: string): void {
  const start = Math.max(bar.x, lane.x);
  const room = Math.min(bar.x + bar.width, lane.x + lane.width) - start;
  if (bar.height < TEXT_ROOM || room < roughWidth(name) + 10) return;
  renderer.text(start + 5, bar.y + bar.height / 2, name, { color: theme.colors.ink });
}

function paintEvents(
  renderer: Renderer,
  { shown, hidden, theme }: Picture,
  frame: Frame,
  rows: PlacedRow[],
): void {
  for (const { row, box } of rows) {
    if (hidden.has(row.window.id)) continue;
    const middle = box.y + box.height / 2;
    const size = Math.max(6, Math.min(8, box.height));
    const { first, step } = columnPlaces(frame, shown, box);
    const places: Record<StateEvent, number[]> = {
      timeout: countsOf(frame, row.timeouts).map(({ column }) => first + column * step),
      ecnCut: marksOf(frame.marks, MARK.ecnCut, row.flow).map((t_s) => xFromTime(t_s, shown, box)),
      idleCut: marksOf(frame.marks, MARK.idleCut, row.flow).map((t_s) => xFromTime(t_s, shown, box)),
    };
    for (const event of EVENTS) {
      const spots = apart(places[event], size / 2).flatMap((x) => [x, middle]);
      renderer.symbols(EVENT_MARKERS[event], spots, size, theme.colors.ink, theme.colors.surface);
    }
  }
}

/** Returns the positions that are at least `least` away from the previous one. `places` must be in order. */
export function apart(places: readonly number[], least: number): number[] {
  const kept: number[] = [];
  for (const x of places) if (!(x - (kept.at(-1) ?? -Infinity) < least)) kept.push(x);
  return kept;
}

/** Returns the box of the time before the oldest stored mark, where reductions of windows are not known; null without one. */
function unknownBox({ shown }: Picture, { marks_from_s }: Frame, lane: Box): Box | null {
  if (marks_from_s <= shown.t0_s) return null;
  return { ...lane, width: Math.min(xFromTime(marks_from_s, shown, lane) - lane.x, lane.width) };
}

function shadeUnknown(renderer: Renderer, { theme }: Picture, box: Box): void {
  renderer.fill(boxShape(box), { color: theme.colors.surface, alpha: 0.6 });
  renderer.fill(boxShape(box), { color: theme.colors['ink-3'], hatch: 'diagonal', alpha: 0.25 });
}

function nameUnknown(renderer: Renderer, { theme }: Picture, box: Box): void {
  const words = DRAWING.notStored;
  if (box.width < roughWidth(words) + 10) return;
  const style = { color: theme.colors['ink-2'], halo: theme.colors.surface };
  renderer.text(box.x + 5, box.y + box.height / 2, words, style);
}

/** Paints the name of the lane to its left, or the marker of each flow if there are several. */
function paintRowNames(renderer: Renderer, { geometry, theme, hidden }: Picture, rows: PlacedRow[]): void {
  const x = geometry.plot.x - 6;
  for (const { row, box } of rows) {
    const { id, style } = row.window;
    const middle = box.y + box.height / 2;
    const size = Math.min(7, box.height + 1);
    if (rows.length === 1)
      renderer.text(x, middle, DRAWING.state, { color: theme.colors['ink-3'], align: 'right' });
    else if (style.marker && box.height >= 4 && !hidden.has(id))
      renderer.symbols(style.marker, [x - 2, middle], size, theme.colors[style.color], theme.colors.surface);
  }
}

/** Number of the state after a timeout. Its entry in the legend has the triangle of timeouts too. */
export const TIMEOUT_STATE = 3;

const CUTS = ['ecnCut', 'idleCut'] as const satisfies StateEvent[];
const EVENTS = ['timeout', ...CUTS] as const;

/** Slow start, avoidance, recovery, timeout. */
const OWN: StateStyle[] = [
  { color: 'ack', hatch: 'diagonal', alpha: 0.55 },
  { color: 'ink-3', hatch: 'plain', alpha: 0.22 },
  { color: 'udp', hatch: 'plain', alpha: 0.6 },
  { color: 'ink-3', hatch: 'dots', alpha: 0.55 },
];

const OF_CONTROLLERS: StateStyle[] = [
  { color: 'flow-5', hatch: 'diagonal', alpha: 0.7 },
  { color: 'flow-4', hatch: 'plain', alpha: 0.5 },
  { color: 'flow-2', hatch: 'plain', alpha: 0.5 },
  { color: 'flow-1', hatch: 'plain', alpha: 0.2 },
  { color: 'flow-2', hatch: 'diagonal', alpha: 0.7 },
  { color: 'flow-1', hatch: 'diagonal', alpha: 0.6 },
  { color: 'flow-4', hatch: 'dots', alpha: 0.8 },
  { color: 'flow-3', hatch: 'dots', alpha: 0.7 },
];

/** Least height of a row with text, in pixels. */
const TEXT_ROOM = 12;
