/**
 * Why a window is what it is at a moment: the sender's state, what happened just there, and how the
 * window moved where nothing did.
 */
import type { Frame } from '../engine/protocol';
import type { StateRow } from './chart';
import { columnAt, columnsOf } from '../samples/columns';
import { figure, timeText } from './format';
import { countsOf, flowMarksNear, MARK, type FlowMark } from './marks';
import type { Picture } from './picture';
import { stateColumns } from './states';
import type { Color } from './theme';

/** What is known of one flow at a moment. */
export interface Cause {
  flow: string;
  color: Color;
  /** `slow start: grows with ACKs`; empty before the flow has begun. */
  state: string;
  /** `14.71 s: loss found, recovery begins; window 102`. */
  events: string[];
}

/** Of each flow whose window is shown; those to which something happened come first. */
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

/** The causes as sentences, for those who hear them. */
export function spokenCauses(causes: readonly Cause[]): string {
  return causes
    .map(({ flow, state, events }) => [state === '' ? flow : `${flow} ${state}`, ...events].join('. '))
    .join('. ');
}

/** What a mark says; kinds that are not known here are known to have moved the window. */
export function markText({ kind, t_s, window }: FlowMark, step_s: number): string {
  const what = (WORDS as Partial<Record<number, string>>)[kind] ?? 'window changed';
  return `${timeText(t_s, step_s)}: ${what}${window > 0 ? `; window ${figure(window)}` : ''}`;
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
  const name = names[state] ?? `state ${state}`;
  const moved = gap || events.length > 0 ? '' : motion(row, picture, i, state);
  return { ...cause, state: moved === '' ? name : `${name}: ${moved}`, events };
}

/** Why there are no single marks at a moment; null where there are, or may be. */
export function gapAt({ crowded, marks_from_s, t_s }: Frame, at_s: number): string | null {
  if (at_s > t_s) return null;
  if (at_s < marks_from_s) return 'Single events are no longer kept.';
  return crowded ? 'Too many events to tell apart: zoom in.' : null;
}

/** Timeouts are counted where they are not marked. */
function timeoutsIn(frame: Frame, { timeouts }: StateRow, i: number): string[] {
  const here = countsOf(frame, timeouts).find(({ column }) => column === i);
  return here ? [`${WORDS[MARK.timeout]}${here.count > 1 ? ` ${here.count} times` : ''}`] : [];
}

/** How the window moved into a column, where no event explains it. */
function motion(row: StateRow, { frame }: Picture, i: number, state: number): string {
  const window = frame && columnsOf(frame, row.window.id);
  const before = window?.hi[i - 1];
  if (!window || before === undefined || Number.isNaN(before)) return '';
  const hi = window.hi[i] as number;
  const lo = window.lo[i] as number;
  const still = hi === before && lo === window.lo[i - 1];
  if (still) return 'window unchanged';
  if (state === RECOVERY) return 'window set by loss recovery';
  return hi > before || lo > (window.lo[i - 1] as number)
    ? 'window grows with ACKs'
    : 'window lowered by its controller';
}

/** The marks nearest to a moment, at most three, in order of time. */
function nearest(marks: FlowMark[], at_s: number): FlowMark[] {
  const byDistance = [...marks].sort((a, b) => Math.abs(a.t_s - at_s) - Math.abs(b.t_s - at_s));
  return byDistance.slice(0, 3).sort((a, b) => a.t_s - b.t_s);
}

const WORDS = {
  [MARK.timeout]: 'retransmission timer ran out',
  [MARK.recovers]: 'loss found, recovery begins',
  [MARK.recovered]: 'recovery ends',
  [MARK.ecnCut]: 'cut by a congestion mark (ECN)',
  [MARK.idleCut]: 'cut after idling',
  [MARK.controller]: 'controller changes its state',
  [MARK.undone]: 'needless timeout undone',
  [MARK.slowStartEnds]: 'threshold reached: slow start ends, avoidance begins',
};

/** The number of the state during loss recovery. */
const RECOVERY = 2;

/** Events this near to the cursor are at the cursor, pixels. */
const REACH = 4;
