/**
 * What a frame tells of moments: marks, at which something happened to a flow, and counts of what happened too
 * often to be marked.
 */
import { COUNT_SIZE } from '../engine/counts';
import type { Frame } from '../engine/protocol';

/** Kinds in `Frame.marks`. Of kinds that are not here something is known to have happened, not what. */
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

/** A mark of one flow. */
export interface FlowMark {
  t_s: number;
  kind: number;
  /** The flow's window right after it, packets; 0 where that is not known. */
  window: number;
}

/** Moments of a flow's marks of one kind, seconds. */
export function marksOf(marks: Float64Array, kind: number, flow: number): number[] {
  const times: number[] = [];
  for (let i = 0; i + SIZE <= marks.length; i += SIZE) {
    if (marks[i + 1] === kind && marks[i + 2] === flow) times.push(marks[i] as number);
  }
  return times;
}

/** What happened to `flow` within `slack_s` of a moment, in order. */
export function flowMarksNear(marks: Float64Array, flow: number, at_s: number, slack_s: number): FlowMark[] {
  const found: FlowMark[] = [];
  for (let i = 0; i + SIZE <= marks.length; i += SIZE) {
    const [t_s = NaN, kind = 0, owner = -1, window = 0] = marks.subarray(i, i + SIZE);
    if (owner === flow && Math.abs(t_s - at_s) <= slack_s) found.push({ t_s, kind, window });
  }
  return found;
}

/** The columns in which the series counted something, and how much. */
export function countsOf({ counted, counts }: Frame, id: string): { column: number; count: number }[] {
  const place = counted.indexOf(id);
  const found: { column: number; count: number }[] = [];
  for (let i = 0; place >= 0 && i + COUNT_SIZE <= counts.length; i += COUNT_SIZE) {
    if (counts[i] === place) found.push({ column: counts[i + 1] as number, count: counts[i + 2] as number });
  }
  return found;
}

/** Numbers per mark: time (s), kind, flow, window. */
const SIZE = 4;
