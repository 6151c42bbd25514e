/**
 * Senders' states under the window chart: a bar while a flow recovers, a triangle at each timeout.
 *
 * Only watched flows whose window is shown have marks; with several, the bars share the lane.
 */
import type { Interval } from '../samples/axis';
import { xFromTime } from './axis';
import type { Pen } from './pen';
import { drawn, type Picture } from './picture';
import { boxesShape } from './shapes';

/** Kinds of marks in `Frame.marks`. */
export const MARK = { edit: 1, timeout: 2, recovers: 3, recovered: 4 } as const;

/** Numbers per mark in `Frame.marks`: time (s), kind, owner, value. */
export const MARK_SIZE = 4;

/** Moments of the marks of one kind and owner (any owner when null), seconds. */
export function marksOf(marks: Float64Array, kind: number, owner: number | null): number[] {
  const times: number[] = [];
  for (let i = 0; i + MARK_SIZE <= marks.length; i += MARK_SIZE) {
    if (marks[i + 1] === kind && (owner === null || marks[i + 2] === owner)) times.push(marks[i] as number);
  }
  return times;
}

/**
 * Intervals in which `flow` recovers. One that began before the frame starts at its left edge; one that
 * goes on ends now.
 */
export function recoveries(marks: Float64Array, flow: number, start_s: number, now_s: number): Interval[] {
  const found: Interval[] = [];
  let since_s: number | null = null;
  let seen = false;
  for (let i = 0; i + MARK_SIZE <= marks.length; i += MARK_SIZE) {
    if (marks[i + 2] !== flow) continue;
    const t_s = marks[i] as number;
    const kind = marks[i + 1];
    if (kind === MARK.recovers) since_s ??= t_s;
    else if (kind === MARK.recovered || (kind === MARK.timeout && since_s !== null)) {
      if (since_s !== null || !seen) found.push({ t0_s: since_s ?? start_s, t1_s: t_s });
      since_s = null;
    }
    if (kind === MARK.recovers || kind === MARK.recovered) seen = true;
  }
  if (since_s !== null) found.push({ t0_s: since_s, t1_s: now_s });
  return found;
}

export function paintStates(pen: Pen, picture: Picture): void {
  const { geometry, frame, theme, shown } = picture;
  const lane = geometry.states;
  if (!lane) return;
  if (!frame || !picture.layout) return;
  const flows = watchedFlows(picture);
  const height = Math.max(1.5, (lane.height - 4) / Math.max(1, flows.length));
  pen.clipped(lane, () => {
    flows.forEach(({ flow, colour }, row) => {
      const y = lane.y + 2 + row * height;
      const bars = recoveries(frame.marks, flow, frame.t0_s, Math.min(frame.t_s, frame.t1_s)).flatMap(
        (one) => {
          const x = xFromTime(one.t0_s, shown, lane);
          return [x, y, Math.max(1.5, xFromTime(one.t1_s, shown, lane) - x), height];
        },
      );
      if (bars.length > 0) pen.fill(boxesShape(bars), { colour, alpha: 0.6 });
    });
    for (const { flow, colour } of flows) {
      const places = marksOf(frame.marks, MARK.timeout, flow).flatMap((t_s) => [
        xFromTime(t_s, shown, lane),
        lane.y + lane.height / 2 + 1,
      ]);
      pen.symbols('triangle', places, 8, colour, theme.colours.surface);
    }
  });
}

function watchedFlows(picture: Picture): { flow: number; colour: string }[] {
  const flows = picture.layout?.flows ?? [];
  return drawn(picture, 'band').flatMap(({ trace }) => {
    const found = flows.find(({ flow }) => trace.id === `flow.${flow}.cwnd_packets`);
    return found ? [{ flow: found.flow, colour: picture.theme.colours[trace.ink.colour] }] : [];
  });
}
