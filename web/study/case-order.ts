/**
 * In which order a study's cases are begun: points far apart first, each once before any a second time, so that
 * a few runs show the whole curve and further ones fill it in.
 */

/** Numbers 0 to `count` − 1, each once; cases of a point stand together, `each` of them. */
export function spreadOrder(count: number, each: number): number[] {
  const points = Math.ceil(count / each);
  const places = [...Array(points).keys()].sort((a, b) => reversed(a) - reversed(b) || a - b);
  // The ends of the curve send where it goes.
  const spread = points > 2 ? [0, points - 1, ...places.filter((i) => i > 0 && i < points - 1)] : places;
  return [...Array(each).keys()].flatMap((replication) =>
    spread.map((place) => place * each + replication).filter((number) => number < count),
  );
}

/** The bits of a number in reverse, as a fraction below 1: van der Corput's sequence. */
function reversed(number: number): number {
  let fraction = 0;
  let weight = 0.5;
  for (let rest = number; rest > 0; rest >>= 1, weight /= 2) if (rest & 1) fraction += weight;
  return fraction;
}
