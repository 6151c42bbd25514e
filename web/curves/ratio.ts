/** How far a model lies from the curve that it is drawn over, which is said before anything of its assumptions. */
import type { CurvePoint } from './data';

/** Model over curve, where both have a point and neither is 0. */
export interface Ratio {
  least: number;
  most: number;
  /** Where it is farthest from 1, and how far there. */
  worst: { x: number; ratio: number };
}

/** Null where the two have no point in common. */
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
  const off = ({ ratio }: { ratio: number }): number => Math.abs(Math.log(ratio));
  return {
    least: Math.min(...ratios.map(({ ratio }) => ratio)),
    most: Math.max(...ratios.map(({ ratio }) => ratio)),
    worst: ratios.reduce((worst, one) => (off(one) > off(worst) ? one : worst), first),
  };
}

/** Within this factor of the curve a model agrees with it. */
const NEAR = 1.25;

/** `0.0048 to 1.1 times the curve; at 11 kB it is 209 times too low`. */
export function ratioText(ratio: Ratio | null, placeText: (x: number) => string): string {
  if (!ratio) return 'it has no point in common with the curve';
  const { least, most, worst } = ratio;
  const range = figure(least) === figure(most) ? figure(least) : `${figure(least)} to ${figure(most)}`;
  const text = `${range} times the curve`;
  if (isNear(ratio)) return text;
  const factor = worst.ratio < 1 ? 1 / worst.ratio : worst.ratio;
  return `${text}; at ${placeText(worst.x)} it is ${figure(factor)} times too ${worst.ratio < 1 ? 'low' : 'high'}`;
}

export function isNear({ least, most }: Ratio): boolean {
  return least >= 1 / NEAR && most <= NEAR;
}

/** Of what can be said of a model whose assumptions all seem to hold. */
export function assumptionText(outside: readonly string[], ratio: Ratio | null): string {
  if (outside.length > 0) return outside.join(' ');
  if (ratio && !isNear(ratio)) {
    return 'No assumption that is checked here is broken, yet it does not describe this curve.';
  }
  return 'No assumption that is checked here is broken.';
}

function figure(value: number): string {
  return String(Number(value.toPrecision(value >= 100 ? 3 : 2)));
}
