/** Difference of two texts, so that a change by the page is one small step, which undo takes back. */

/** Returns the part in which two texts differ: its start, its end in the former text, and what stands there now. */
export function differenceOf(former: string, next: string): { from: number; to: number; text: string } {
  const most = Math.min(former.length, next.length);
  let from = 0;
  while (from < most && former[from] === next[from]) from++;
  let end = 0;
  while (end < most - from && former.at(-1 - end) === next.at(-1 - end)) end++;
  return { from, to: former.length - end, text: next.slice(from, next.length - end) };
}
