/** Judges answers of the reader. */
import type { Answer, Within } from '../format/lesson';
import type { Correctness, Response } from './progress';

/** Values of the reader's own run that an answer needs. */
export interface Own {
  /** Measure that the question asks for, in the unit of the answer; null before the run has one. */
  measured: number | null;
  /** Curve of the run, in the units of the axes; null before the run has one. */
  curve: readonly (readonly [number, number])[] | null;
}

/** Returns whether the answer is correct; null while the run that decides it is missing. */
export function judgeAnswer(answer: Answer, given: Response, own: Own): Correctness {
  switch (answer.kind) {
    case 'choice':
      return given.kind === 'choice' && given.option === answer.correct;
    case 'order':
      return given.kind === 'order' && given.order.every((item, place) => item === place);
    case 'number': {
      const correct = correctNumber(answer, own);
      return correct === null
        ? null
        : given.kind === 'number' && isWithin(given.value, correct, answer.within);
    }
    case 'curve': {
      const correct = correctCurve(answer, own);
      if (correct === null) return null;
      if (given.kind !== 'curve') return false;
      const off = meanDifference(given.points, correct);
      return off !== null && off <= answer.within * Math.abs(answer.y.to - answer.y.from);
    }
  }
}

/** Returns the correct number; null before the run has it. */
export function correctNumber(answer: Extract<Answer, { kind: 'number' }>, own: Own): number | null {
  return answer.correct.kind === 'fixed' ? answer.correct.value : own.measured;
}

/** Returns the correct curve; null before the run has it. */
export function correctCurve(answer: Extract<Answer, { kind: 'curve' }>, own: Own): Own['curve'] {
  return answer.correct.kind === 'points' ? answer.correct.points : own.curve;
}

/** Whether a value is within the bound around the correct one. */
export function isWithin(value: number, correct: number, within: Within): boolean {
  const bound = within.kind === 'absolute' ? within.by : within.of * Math.abs(correct);
  // A bound of 5 % of 40 is 2.0000000000000004 in floating point.
  return Math.abs(value - correct) <= bound * (1 + 1e-9);
}

/** Returns the mean absolute difference at the points of `correct` that the drawing covers; null if it covers none. */
export function meanDifference(
  drawn: readonly (readonly [number, number])[],
  correct: readonly (readonly [number, number])[],
): number | null {
  const off = correct.flatMap(([x, y]) => {
    const at = valueOn(drawn, x);
    return at === null ? [] : [Math.abs(at - y)];
  });
  return off.length * 2 < correct.length || off.length === 0
    ? null
    : off.reduce((sum, one) => sum + one, 0) / off.length;
}

/** Returns the value of a line of points at x, by linear interpolation; null outside of it. */
export function valueOn(points: readonly (readonly [number, number])[], x: number): number | null {
  const after = points.findIndex(([at]) => at >= x);
  const right = points[after];
  if (!right) return null;
  if (right[0] === x) return right[1];
  const left = points[after - 1];
  if (!left) return null;
  return left[1] + ((right[1] - left[1]) * (x - left[0])) / (right[0] - left[0]);
}

/** Returns the items in the order in which they are shown first: shuffled the same way each time, and never correct. */
export function shuffled(items: readonly string[]): number[] {
  const order = items.map((_, index) => index);
  const weight = (index: number): number => hash(items[index] ?? '') ^ (index * 0x9e3779b1);
  order.sort((a, b) => weight(a) - weight(b) || a - b);
  const sorted = order.every((item, place) => item === place);
  return sorted ? order.reverse() : order;
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value;
}
