/**
 * Exact area of each pixel that a shape covers, for shapes of many narrow columns.
 *
 * For each column that an edge crosses, the change from row to row of the area below the edge is stored. The sum from the
 * top down is the area between edges. Vertical edges store nothing, so the cost of a bar does not depend on its height: a
 * polyline through a thousand columns needs a few thousand additions, while a general path stroker took most of a frame.
 * The method is that of "font-rs" by Raph Levien, which sums along rows.
 *
 * Coordinates are screen pixels; pixel (c, r) is the square from there to (c + 1, r + 1). Overlapping parts of a shape
 * cover at most the whole pixel.
 */

/** Rectangle of whole pixels; `right` and `bottom` are exclusive. */
export interface Clip {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Value of a completely covered pixel. Sums of integers are exact and faster. */
export const WHOLE = 1 << 16;

/** Number that is greater than every row and column. */
const NO_ROW = 0x3fffffff;

/** Covered areas of the pixels of one shape. */
export class Coverage {
  /** For each column, `stride` changes in parts of `WHOLE`; all are 0 between shapes. */
  changes = new Int32Array(0);
  stride = 0;
  /** Least and greatest row of each column that has changes. */
  first = new Int32Array(0);
  last = new Int32Array(0);
  /** For each column, one bit per `2 ** part` rows that tells whether they have changes; the lowest bit is for the top rows. */
  parts = new Int32Array(0);
  part = 0;
  /** First and last column with changes. */
  from = NO_ROW;
  to = -1;
  clip: Clip = { left: 0, top: 0, right: 0, bottom: 0 };
  /**
   * Heights of both ends of a piece of an edge, and its width. As arguments, fractional numbers would be allocated, at
   * 12 MB per second.
   */
  private readonly piece = new Float64Array(3);

  /** Allocates memory for a picture of so many pixels. */
  resize(width: number, height: number): void {
    this.stride = height + 2;
    this.part = 32 - Math.clz32((height + 1) >> 5);
    if (this.changes.length < width * this.stride) this.changes = new Int32Array(width * this.stride);
    if (this.first.length < width) {
      this.first = new Int32Array(width).fill(NO_ROW);
      this.last = new Int32Array(width).fill(-1);
      this.parts = new Int32Array(width);
    }
    this.clip = { left: 0, top: 0, right: width, bottom: height };
  }

  /** Restricts the following edges to the clip, which must be within the picture. */
  within(clip: Clip): void {
    this.clip = clip;
  }

  /**
   * Adds an edge of a shape. The area below an edge that goes right is added; below an edge that goes left it is
   * subtracted. An edge with a coordinate NaN adds nothing.
   */
  edge(x0: number, y0: number, x1: number, y1: number): void {
    if (x0 <= x1) this.slice(x0, y0, x1, y1, 1);
    else this.slice(x1, y1, x0, y0, -1);
  }

  /** Returns the index in `changes` of the first change of a column from `at` on; `end + 1` if there is none up to `end`. */
  next(column: number, at: number, end: number): number {
    const { changes, part } = this;
    const parts = this.parts[column] as number;
    const shift = column * this.stride;
    while (at <= end) {
      const here = (at - shift) >> part;
      if ((parts & (1 << here)) === 0) at = shift + ((here + 1) << part);
      else if (changes[at] !== 0) return at;
      else at++;
    }
    return end + 1;
  }

  /** Resets the coverage after all changes of the shape have been set to 0. */
  done(): void {
    const { first, last, parts, from, to } = this;
    first.fill(NO_ROW, from, to + 1);
    parts.fill(0, from, to + 1);
    last.fill(-1, from, to + 1);
    this.from = NO_ROW;
    this.to = -1;
  }

  /** Adds an edge from left to right, column by column. */
  private slice(x0: number, y0: number, x1: number, y1: number, sign: number): void {
    const { piece } = this;
    const { left, right } = this.clip;
    const start = x0 > left ? x0 : left;
    const end = x1 < right ? x1 : right;
    // Also false where something is not a number.
    if (!(start < end) || !(y0 - y1 < Infinity)) return;
    if (y0 === y1) {
      this.level(start, end, y0, sign);
      return;
    }
    const slope = (y1 - y0) / (x1 - x0);
    let column = start | 0;
    if (column < this.from) this.from = column;
    let x = start;
    let y = y0 + (start - x0) * slope;
    while (x < end) {
      const nextX = column + 1 < end ? column + 1 : end;
      const nextY = y0 + (nextX - x0) * slope;
      piece[0] = y;
      piece[1] = nextY;
      piece[2] = (nextX - x) * sign;
      this.add(column);
      x = nextX;
      y = nextY;
      column++;
    }
    if (column - 1 > this.to) this.to = column - 1;
  }

  /** Adds a horizontal edge, which has the same changes in every column that it crosses completely. */
  private level(x0: number, x1: number, y: number, sign: number): void {
    const { changes, first, last, parts, part, stride, clip } = this;
    const from = x0 | 0;
    const to = (x1 | 0) < x1 ? x1 | 0 : (x1 | 0) - 1;
    if (from < this.from) this.from = from;
    if (to > this.to) this.to = to;
    const held = y < clip.top ? clip.top : y > clip.bottom ? clip.bottom : y;
    const row = held | 0;
    const weight = sign * WHOLE;
    const share = held - row;
    const here = (1 << (row >> part)) | (1 << ((row + 1) >> part));
    for (let column = from, at = from * stride + row; column <= to; column++, at += stride) {
      const width = (column + 1 < x1 ? column + 1 : x1) - (column > x0 ? column : x0);
      const below = (share * width * weight) | 0;
      changes[at] = (changes[at] as number) + ((width * weight) | 0) - below;
      changes[at + 1] = (changes[at + 1] as number) + below;
      parts[column] = (parts[column] as number) | here;
      if (row < (first[column] as number)) first[column] = row;
      if (row + 1 > (last[column] as number)) last[column] = row + 1;
    }
  }

  /** Adds the piece of an edge within a column. Above the clip it counts from the top of the clip; below, it adds nothing. */
  private add(column: number): void {
    const { changes, first, last, parts, part, clip, piece } = this;
    const y0 = piece[0] as number;
    const y1 = piece[1] as number;
    const width = piece[2] as number;
    const a = y0 < clip.top ? clip.top : y0 > clip.bottom ? clip.bottom : y0;
    const b = y1 < clip.top ? clip.top : y1 > clip.bottom ? clip.bottom : y1;
    const low = a < b ? a : b;
    const high = a < b ? b : a;
    let row = low | 0;
    let at = column * this.stride + row;
    if (row < (first[column] as number)) first[column] = row;
    if (high <= row + 1) {
      const below = (((low + high) / 2 - row) * width * WHOLE) | 0;
      changes[at] = (changes[at] as number) + ((width * WHOLE) | 0) - below;
      changes[at + 1] = (changes[at + 1] as number) + below;
      row++;
    } else {
      const perRow = (width * WHOLE) / (high - low);
      let left = (width * WHOLE) | 0;
      for (let y = low; y < high;) {
        const next = row + 1 < high ? row + 1 : high;
        // The last row gets what is left, so that edges of equal width cancel.
        const share = next === high ? left : ((next - y) * perRow) | 0;
        const below = (((y + next) / 2 - row) * share) | 0;
        changes[at] = (changes[at] as number) + share - below;
        changes[at + 1] = (changes[at + 1] as number) + below;
        left -= share;
        y = next;
        row++;
        at++;
      }
    }
    if (row > (last[column] as number)) last[column] = row;
    // From the part of the first row to that of the last, both included.
    const above = (1 << ((low | 0) >> part)) - 1;
    parts[column] = (parts[column] as number) | (((2 << (row >> part)) - 1) & ~above);
  }
}
