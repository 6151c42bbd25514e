/** Names that are nearest to a mistyped one. */

/** Number of names that a message suggests. */
const SUGGESTED = 4;

/**
 * Returns the known names nearest to a name, the nearest first. `labels` has other words for some of them, by which they are
 * found as well.
 */
export function nearestOf(
  name: string,
  known: readonly string[],
  labels: ReadonlyMap<string, string> = new Map(),
): string[] {
  const wanted = name.toLowerCase();
  const distance = new Map(
    known.map((one) => [
      one,
      Math.min(...[one, labels.get(one) ?? one].map((word) => distanceOf(wanted, word.toLowerCase()))),
    ]),
  );
  return [...distance.keys()].sort((a, b) => distance.get(a)! - distance.get(b)!).slice(0, SUGGESTED);
}

/**
 * Returns the number of characters to insert, delete or replace (Levenshtein 1966). Insertions at the end cost little: a name
 * that is cut off is near to its complete forms.
 */
export function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return Math.min(...row.map((cost, end) => cost + END * (to.length - end)));
}

/** Cost of a character that is missing at the end. */
const END = 0.2;
