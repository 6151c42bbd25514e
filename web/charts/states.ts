/**
 * What senders are doing: a lane under the window chart with a row per watched flow, cut into stretches
 * of one state, and marks where a timer ran out or a congestion mark cut the window.
 *
 * Timeouts are marked by column, at any zoom and however long ago; cuts one by one, where a frame has them.
 * The usual state is quiet and trouble is loud. Each state has a color and a hatch of its own, and a
 * wide stretch says its name.
 */
import type { Frame } from '../engine/protocol';
import { xFromTime, type Box } from './axis';
import type { Hatch, StateEvent, StateKey, Marker, StateRows, StateRow } from './chart';
import { columnsOf } from '../samples/columns';
import { countsOf, MARK, marksOf } from './marks';
import { roughWidth, type Renderer } from './renderer';
import { columnPlaces, type Picture } from './picture';
import { boxesShape, boxShape } from './shapes';
import type { Color } from './theme';

/** Columns `from` up to but not including `to`, in which the sender was in one state. */
export interface Stretch {
  from: number;
  to: number;
  state: number;
}

export interface StateStyle {
  color: Color;
  hatch: Hatch;
  alpha: number;
}

/** How a state looks: those of the sender itself, then those of controllers, which repeat at last. */
export function stateStyle(state: number): StateStyle {
  const own = OWN[state];
  return own ?? (OF_CONTROLLERS[(state - OWN.length) % OF_CONTROLLERS.length] as StateStyle);
}

export const EVENT_MARKERS: Record<StateEvent, Marker> = {
  timeout: 'triangle',
  ecnCut: 'diamond',
  idleCut: 'cross',
};

/** The stretches of a row. Where the flow has no window it has no state either. */
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

/** The row's state and window per column; null when the frame does not have them. */
export function stateColumns(
  { series, window }: StateRow,
  frame: Frame,
): { states: Float32Array; windows: Float32Array } | null {
  const states = columnsOf(frame, series)?.hi;
  const windows = columnsOf(frame, window.id)?.hi;
  return states && windows ? { states, windows } : null;
}

/** What the lane has shown so far, in order of appearance; the same list when nothing is new. */
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

export function paintStates(pen: Renderer, picture: Picture): void {
  const { geometry, frame, chart } = picture;
  const lane = geometry.states;
  if (!lane || !chart.states) return;
  const { rows, names } = chart.states;
  const height = (lane.height - 2) / Math.max(1, rows.length);
  const placed = rows.map((row, i) => ({ row, box: { ...lane, y: lane.y + 1 + i * height, height } }));
  paintRowNames(pen, picture, placed);
  if (!frame) return;
  pen.clipped(lane, () => {
    const bars = barsOf(picture, frame, placed);
    for (const state of new Set(bars.map((bar) => bar.state))) {
      const { color, hatch, alpha } = stateStyle(state);
      const sides = bars.flatMap(({ state: other, x, y, width, height }) =>
        other === state ? [x, y, width, height] : [],
      );
      pen.fill(boxesShape(sides), { color: picture.theme.colors[color], hatch, alpha });
    }
    for (const bar of bars) paintWord(pen, picture, bar, lane, names[bar.state] ?? '');
    const forgotten = forgottenBox(picture, frame, lane);
    if (forgotten) shadeForgotten(pen, picture, forgotten);
    paintEvents(pen, picture, frame, placed);
    if (forgotten) nameForgotten(pen, picture, forgotten);
  });
}

/** A row of the lane, and where it is. */
interface PlacedRow {
  row: StateRow;
  box: Box;
}

interface Bar extends Box {
  state: number;
}

/** A bar for each stretch of the rows that are shown, wide enough to be seen. */
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

/** The name of a bar's state, in the part of it that is in sight, where it fits. */
function paintWord(pen: Renderer, { theme }: Picture, bar: Bar, lane: Box, name: string): void {
  const start = Math.max(bar.x, lane.x);
  const room = Math.min(bar.x + bar.width, lane.x + lane.width) - start;
  if (bar.height < TEXT_ROOM || room < roughWidth(name) + 10) return;
  pen.text(start + 5, bar.y + bar.height / 2, name, { color: theme.colors.ink });
}

function paintEvents(
  pen: Renderer,
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
      pen.symbols(EVENT_MARKERS[event], spots, size, theme.colors.ink, theme.colors.surface);
    }
  }
}

/** Of places in order those that are at least so far from the one before. */
export function apart(places: readonly number[], least: number): number[] {
  const kept: number[] = [];
  for (const x of places) if (!(x - (kept.at(-1) ?? -Infinity) < least)) kept.push(x);
  return kept;
}

/** The time before the oldest mark that is kept, of which nobody can tell whether a window was cut. */
function forgottenBox({ shown }: Picture, { marks_from_s }: Frame, lane: Box): Box | null {
  if (marks_from_s <= shown.t0_s) return null;
  return { ...lane, width: Math.min(xFromTime(marks_from_s, shown, lane) - lane.x, lane.width) };
}

function shadeForgotten(pen: Renderer, { theme }: Picture, box: Box): void {
  pen.fill(boxShape(box), { color: theme.colors.surface, alpha: 0.6 });
  pen.fill(boxShape(box), { color: theme.colors['ink-3'], hatch: 'diagonal', alpha: 0.25 });
}

function nameForgotten(pen: Renderer, { theme }: Picture, box: Box): void {
  const words = 'marks not kept';
  if (box.width < roughWidth(words) + 10) return;
  const style = { color: theme.colors['ink-2'], halo: theme.colors.surface };
  pen.text(box.x + 5, box.y + box.height / 2, words, style);
}

/** Left of the lane: what it is, or with several flows the marker of each. */
function paintRowNames(pen: Renderer, { geometry, theme, hidden }: Picture, rows: PlacedRow[]): void {
  const x = geometry.plot.x - 6;
  for (const { row, box } of rows) {
    const { id, style } = row.window;
    const middle = box.y + box.height / 2;
    const size = Math.min(7, box.height + 1);
    if (rows.length === 1) pen.text(x, middle, 'state', { color: theme.colors['ink-3'], align: 'right' });
    else if (style.marker && box.height >= 4 && !hidden.has(id))
      pen.symbols(style.marker, [x - 2, middle], size, theme.colors[style.color], theme.colors.surface);
  }
}

/** The number of the state after a timeout, of controllers with states of their own: its key has the triangle too. */
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

/** A row this high can carry a word, pixels. */
const TEXT_ROOM = 12;
