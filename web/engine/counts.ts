/**
 * Counts that are mostly nothing, such as timeouts: of all columns only those in which something was counted
 * travel, three small numbers each.
 */

/** Numbers of one entry: place among the series that are counted, column, count. */
export const COUNT_SIZE = 3;

/** Of several series of `columns` counts each, one after another, what is not nothing. */
export function sparseCounts(dense: Float32Array, columns: number): Uint16Array<ArrayBuffer> {
  const entries: number[] = [];
  dense.forEach((count, i) => {
    if (count > 0) entries.push(Math.floor(i / columns), i % columns, Math.min(count, MOST));
  });
  return Uint16Array.from(entries);
}

/** What a count can say at most. */
const MOST = 0xffff;
