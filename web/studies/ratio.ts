/** Ratio of a model to the curve over which it is drawn; it is shown before the assumptions of the model. */
import type { CurvePoint } from './data';
import { MODEL } from './strings';

/** Model divided by curve, over the points that both have and where neither is 0. */
export interface Ratio {
  least: number;
  most: number;
  /** Point whose ratio is farthest from 1. */
  worst: { x: number; ratio: number };
}

/** Returns the ratio; null if the two have no point in common. */
export function ratioOf(
  points: readonly CurvePoint[],
  model: readonly (readonly [number, number])[],
): Ratio | null {
  const at = new Map(model);
  const ratios = points.flatMap(({ x, mean }) => {
    const ratio = (at.get(x) ?? NaN) / mean;
    return Number.isFinite(ratio) && ratio > 0 ? [{ x, ratio }] : [];
  });
  const [first] = ratios;
  if (!first) return null;
  const distance = ({ ratio }: { ratio: number }): number => Math.abs(Math.log(ratio));
  return {
    least: Math.min(...ratios.map(({ ratio }) => ratio)),
    most: Math.max(...ratios.map(({ ratio }) => ratio)),
    worst: ratios.reduce((worst, one) => (distance(one) > distance(worst) ? one : worst), first),
  };
}

/** Factor within which a model agrees with the curve. */
const NEAR = 1.25;

/** `The model is 0.0048 to 1.1 times the curve. At 11 kB, the model is 209 times too low.` */
export function modelRatioText(ratio: Ratio | null, placeText: (x: number) => string): string {
  const text = rangeText(ratio, MODEL.model, MODEL.curve);
  if (!ratio || isNear(ratio)) return text;
  const { worst } = ratio;
  const factor = worst.ratio < 1 ? 1 / worst.ratio : worst.ratio;
  return text + MODEL.worst(placeText(worst.x), MODEL.model, short(factor), worst.ratio < 1);
}

/** The same for a new curve and the stored result of a figure, of which neither is wrong. */
export function storedRatioText(ratio: Ratio | null, placeText: (x: number) => string): string {
  const text = rangeText(ratio, MODEL.newCurve, MODEL.stored);
  if (!ratio || isNear(ratio)) return text;
  return text + MODEL.largestDifference(placeText(ratio.worst.x), short(ratio.worst.ratio));
}

function rangeText(ratio: Ratio | null, subject: string, object: string): string {
  if (!ratio) return MODEL.noCommonPoint(subject, object);
  return MODEL.ratio(subject, object, MODEL.ratioRange(short(ratio.least), short(ratio.most)));
}

/** Whether the two agree within a factor of 1.25 at all points. */
export function isNear({ least, most }: Ratio): boolean {
  return least >= 1 / NEAR && most <= NEAR;
}

/** Returns the violated assumptions of a model, or says that no checked assumption is violated. */
export function assumptionText(violated: readonly string[], ratio: Ratio | null): string {
  if (violated.length > 0) return violated.join(' ');
  return ratio && !isNear(ratio) ? MODEL.noViolationYetFar : MODEL.noViolation;
}

function short(value: number): string {
  return String(Number(value.toPrecision(value >= 100 ? 3 : 2)));
}
