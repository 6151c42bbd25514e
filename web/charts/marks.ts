/**
 * Events in a frame: marks of single events of a flow, and counts per column of events that are too frequent for marks.
 */
import { COUNT_SIZE } from '../engine/counts';
import type { Frame } from '../engine/protocol';

/** Kinds of marks in `Frame.marks`. Frames of a newer engine may have other kinds. */
export const MARK = {
  timeout: 2,
  recovers: 3,
  recovered: 4,
  ecnCut: 5,
  idleCut: 6,
  controller: 7,
  undone: 8,
  slowStartEnds: 9,
} as const;

/** Event of one flow. */
export interface FlowMark {
  t_s: number;
  kind: number;
  /** Window of the flow after the event, in packets; 0 if it is not known. */
  window: number;
}

/** Returns the times of a flow's marks of one kind, in seconds. */
export function marksOf(marks: Float64Array, kind: number, flow: number): number[] {
  const times: number[] = [];
  for (let i = 0; i + SIZE <= marks.length; i += SIZE) {
    if (marks[i + 1] === kind && marks[i + 2] === flow) times.push(marks[i] as number);
  }
  return times;
}

/** Returns the events of `flow` within `slack_s` of a time, in order of time. */
export function flowMarksNear(marks: Float64Array, flow: number, at_s: number, slack_s: number): FlowMark[] {
  const found: FlowMark[] = [];
  for (let i = 0; i + SIZE <= marks.length; i += SIZE) {
    const [t_s = NaN, kind = 0, owner = -1, window = 0] = marks.subarray(i, i + SIZE);
    if (owner === flow && Math.abs(t_s - at_s) <= slack_s) found.push({ t_s, kind, window });
  }
  return found;
}

/** Returns the columns in which the series counted something, with the counts. */
export function countsOf({ counted, counts }: Frame, id: string): { column: number; count: number }[] {
  const place = counted.indexOf(id);
  const found: { column: number; count: number }[] = [];
  for (let i = 0; place >= 0 && i + COUNT_SIZE <= counts.length; i += COUNT_SIZE) {
    if (counts[i] === place) found.push({ column: counts[i + 1] as number, count: counts[i + 2] as number });
  }
  return found;
}

/** Numbers per mark: time (s), kind, flow, window (packets). */
const SIZE = 4;
