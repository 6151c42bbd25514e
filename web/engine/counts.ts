/**
 * Sparse form of counts that are mostly 0, such as timeouts: only counts other than 0 are sent, three small numbers each.
 */

/** Numbers of an entry: index of the series, column, count. */
export const COUNT_SIZE = 3;

/** Returns the counts other than 0 of several series, each with `columns` counts, one after another. */
export function sparseCounts(dense: Float32Array, columns: number): Uint16Array<ArrayBuffer> {
  const entries: number[] = [];
  dense.forEach((count, i) => {
    if (count > 0) entries.push(Math.floor(i / columns), i % columns, Math.min(count, MOST));
  });
  return Uint16Array.from(entries);
}

/** Largest count of an entry; it stands for this or more. */
const MOST = 0xffff;
