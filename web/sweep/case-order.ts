/**
 * Order in which the cases of a study start: distant points first, and each point once before any is repeated, so that a
 * few runs show the whole curve.
 */

/** Returns the numbers 0 to `count` − 1 in that order; `each` successive cases belong to one point. */
export function spreadOrder(count: number, each: number): number[] {
  const points = Math.ceil(count / each);
  const places = [...Array(points).keys()].sort((a, b) => reversed(a) - reversed(b) || a - b);
  // The ends of the curve come first.
  const spread = points > 2 ? [0, points - 1, ...places.filter((i) => i > 0 && i < points - 1)] : places;
  return [...Array(each).keys()].flatMap((replication) =>
    spread.map((place) => place * each + replication).filter((number) => number < count),
  );
}

/** Reverses the bits of a number into a fraction below 1 (van der Corput sequence). */
function reversed(number: number): number {
  let fraction = 0;
  let weight = 0.5;
  for (let rest = number; rest > 0; rest >>= 1, weight /= 2) if (rest & 1) fraction += weight;
  return fraction;
}
