/**
 * Ticks of events: columns with drops above a queue, and events in the lane of states. A click near a tick selects its
 * time, and the note at the cursor shows the number of drops.
 */
import type { Cause } from './causes';
import { columnAt } from '../samples/columns';
import { figure, timeText } from '../plot/format';
import { CAUSE } from './lazyStrings';
import { countsOf, MARK, marksOf } from './marks';
import { drawn, type Picture } from './picture';

/** Returns the time of the nearest tick within a few pixels of `t_s`, otherwise `t_s`. */
export function snapped(picture: Picture | null, t_s: number): number {
  if (!picture) return t_s;
  const reach_s = REACH * pixelOf(picture);
  let best = t_s;
  let distance_s = reach_s;
  for (const moment_s of momentsOf(picture)) {
    if (Math.abs(moment_s - t_s) > distance_s) continue;
    distance_s = Math.abs(moment_s - t_s);
    best = moment_s;
  }
  return best;
}

/** Returns the drops at a time, with one line per class: `TCP drops 3 at 39.52 s`. */
export function dropsAt(picture: Picture, at_s: number): Cause[] {
  const { frame } = picture;
  const pixel_s = pixelOf(picture);
  return drawn(picture, 'drops').flatMap(({ trace, columns }) => {
    const column = frame ? nearestDrop(columns.hi, columnAt(frame, at_s)) : -1;
    if (!frame || column < 0) return [];
    const t_s = middleOf(frame, column);
    const state = CAUSE.drops(figure(columns.hi[column] as number), timeText(t_s, pixel_s));
    return [{ flow: trace.label, color: trace.style.color, state, events: [] }];
  });
}

/** Returns the column with drops that is nearest to column `at`, within a few columns; -1 without one. */
function nearestDrop(counts: Float32Array, at: number): number {
  if (at < 0) return -1;
  for (let away = 0; away <= REACH; away++) {
    for (const column of [at - away, at + away]) if ((counts[column] ?? 0) > 0) return column;
  }
  return -1;
}

function momentsOf(picture: Picture): number[] {
  const { chart, frame, hidden } = picture;
  if (!frame) return [];
  const drops = drawn(picture, 'drops').flatMap(({ columns }) =>
    [...columns.hi.keys()].filter((i) => (columns.hi[i] as number) > 0).map((i) => middleOf(frame, i)),
  );
  const rows = (chart.states?.rows ?? []).filter(({ window }) => !hidden.has(window.id));
  const events = rows.flatMap(({ flow, timeouts }) => [
    ...countsOf(frame, timeouts).map(({ column }) => middleOf(frame, column)),
    ...Object.values(MARK).flatMap((kind) => marksOf(frame.marks, kind, flow)),
  ]);
  return [...drops, ...events];
}

type Columned = { t0_s: number; t1_s: number; columns: number };

const middleOf = ({ t0_s, t1_s, columns }: Columned, i: number): number =>
  t0_s + ((t1_s - t0_s) * (i + 0.5)) / columns;

const pixelOf = ({ shown, geometry }: Picture): number =>
  (shown.t1_s - shown.t0_s) / Math.max(1, geometry.plot.width);

/** Greatest distance between a click and the tick that it selects, in pixels. */
const REACH = 5;
