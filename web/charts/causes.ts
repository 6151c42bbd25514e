/**
 * Explanation of a congestion window at a time: the state of the sender, events at this time, and the change of the
 * window if there was no event.
 */
import type { Frame } from '../engine/protocol';
import type { StateRow } from './chart';
import { columnAt, columnsOf } from '../samples/columns';
import { figure, timeText } from '../plot/format';
import { CAUSE } from './lazyStrings';
import { countsOf, flowMarksNear, MARK, type FlowMark } from './marks';
import type { Picture } from './picture';
import { stateColumns } from './states';
import type { Color } from '../plot/theme';

/** Explanation of one flow at a time. */
export interface Cause {
  flow: string;
  color: Color;
  /** State and change of the window, `slow start: window grows with ACKs`; empty before the flow has started. */
  state: string;
  /** Events with their times, `14.71 s: loss detected, recovery begins; window 102`. */
  events: string[];
}

/** Returns the explanations of the flows whose windows are visible; flows with events come first. */
export function causesAt(picture: Picture, at_s: number): Cause[] {
  const { chart, frame, hidden } = picture;
  if (!chart.states || !frame || columnAt(frame, at_s) < 0) return [];
  const { rows, names } = chart.states;
  const causes = rows.flatMap((row) =>
    hidden.has(row.window.id) ? [] : [causeOf(row, names, picture, at_s)],
  );
  const known = causes.filter(({ state, events }) => state !== '' || events.length > 0);
  return [
    ...known.filter(({ events }) => events.length > 0),
    ...known.filter(({ events }) => events.length === 0),
  ];
}

/** Joins explanations to sentences for screen readers. */
export function spokenCauses(causes: readonly Cause[]): string {
  return causes
    .map(({ flow, state, events }) =>
      [state === '' ? flow : CAUSE.stateOf(flow, state), ...events].join('. '),
    )
    .join('. ');
}

/** Describes a mark. A mark of an unknown kind is described as a change of the window. */
export function markText({ kind, t_s, window }: FlowMark, step_s: number): string {
  const event = EVENT_TEXTS[kind] ?? CAUSE.other;
  const time = timeText(t_s, step_s);
  return window > 0 ? CAUSE.event(time, event, figure(window)) : CAUSE.eventOnly(time, event);
}

function causeOf(row: StateRow, names: readonly string[], picture: Picture, at_s: number): Cause {
  const { frame, shown, geometry } = picture;
  const cause: Cause = { flow: row.label, color: row.window.style.color, state: '', events: [] };
  const columns = frame && stateColumns(row, frame);
  if (!frame || !columns) return cause;
  const pixel_s = (shown.t1_s - shown.t0_s) / geometry.plot.width;
  const near = flowMarksNear(frame.marks, row.flow, at_s, REACH * pixel_s);
  const i = columnAt(frame, at_s);
  const gap = gapAt(frame, at_s);
  const events = gap
    ? timeoutsIn(frame, row, i)
    : nearest(near, at_s).map((mark) => markText(mark, pixel_s / 10));
  const state = columns.states[i] as number;
  if (Number.isNaN(state) || Number.isNaN(columns.windows[i])) return { ...cause, events };
  const name = names[state] ?? CAUSE.state(state);
  const moved = gap || events.length > 0 ? '' : motion(row, picture, i, state);
  return { ...cause, state: moved === '' ? name : `${name}: ${moved}`, events };
}

/** Returns the reason why a time has no single marks; null if it can have marks. */
export function gapAt({ crowded, marks_from_s, t_s }: Frame, at_s: number): string | null {
  if (at_s > t_s) return null;
  if (at_s < marks_from_s) return CAUSE.notStored;
  return crowded ? CAUSE.crowded : null;
}

/** Describes the timeouts of a column from their count, for times without marks. */
function timeoutsIn(frame: Frame, { timeouts }: StateRow, i: number): string[] {
  const here = countsOf(frame, timeouts).find(({ column }) => column === i);
  return here ? [CAUSE.timeouts(here.count)] : [];
}

/** Describes the change of the window from the column before, if no event explains it. */
function motion(row: StateRow, { frame }: Picture, i: number, state: number): string {
  const window = frame && columnsOf(frame, row.window.id);
  const before = window?.hi[i - 1];
  if (!window || before === undefined || Number.isNaN(before)) return '';
  const hi = window.hi[i] as number;
  const lo = window.lo[i] as number;
  const still = hi === before && lo === window.lo[i - 1];
  if (still) return CAUSE.unchanged;
  if (state === RECOVERY) return CAUSE.inRecovery;
  return hi > before || lo > (window.lo[i - 1] as number) ? CAUSE.grows : CAUSE.shrinks;
}

/** Returns the marks nearest to a time, at most three, in order of time. */
function nearest(marks: FlowMark[], at_s: number): FlowMark[] {
  const byDistance = [...marks].sort((a, b) => Math.abs(a.t_s - at_s) - Math.abs(b.t_s - at_s));
  return byDistance.slice(0, 3).sort((a, b) => a.t_s - b.t_s);
}

const EVENT_TEXTS = Object.fromEntries(
  Object.entries(MARK).map(([name, kind]) => [kind, CAUSE[name as keyof typeof MARK]]),
);

/** Number of the state of loss recovery. */
const RECOVERY = 2;

/** Greatest distance between the cursor and an event that is shown at the cursor, in pixels. */
const REACH = 4;
