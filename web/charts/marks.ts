/** The marks of a frame, which are moments at which something happened: an edit, or an event of a flow. */

/** Kinds in `Frame.marks`. Of kinds that are not here something is known to have happened, not what. */
export const MARK = {
  edit: 1,
  timeout: 2,
  recovers: 3,
  recovered: 4,
  ecnCut: 5,
  idleCut: 6,
  controller: 7,
  undone: 8,
} as const;

/** A mark of one flow. */
export interface FlowMark {
  t_s: number;
  kind: number;
  /** The flow's window right after it, packets; 0 where that is not known. */
  window: number;
}

/** Moments of the marks of one kind and owner (any owner when null), seconds. */
export function marksOf(marks: Float64Array, kind: number, owner: number | null): number[] {
  const times: number[] = [];
  for (let i = 0; i + SIZE <= marks.length; i += SIZE) {
    if (marks[i + 1] === kind && (owner === null || marks[i + 2] === owner)) times.push(marks[i] as number);
  }
  return times;
}

/** What happened to `flow` within `slack_s` of a moment, in order. */
export function flowMarksNear(marks: Float64Array, flow: number, at_s: number, slack_s: number): FlowMark[] {
  const found: FlowMark[] = [];
  for (let i = 0; i + SIZE <= marks.length; i += SIZE) {
    const [t_s = NaN, kind = 0, owner = -1, window = 0] = marks.subarray(i, i + SIZE);
    if (owner === flow && kind !== MARK.edit && Math.abs(t_s - at_s) <= slack_s)
      found.push({ t_s, kind, window });
  }
  return found;
}

/** Numbers per mark: time (s), kind, owner, value. */
const SIZE = 4;
