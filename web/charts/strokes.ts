/**
 * Areas of lines: the shape that a stroke of some width covers, segment by segment.
 *
 * A flat segment ends in vertical edges, so that segments of one column each join without a seam and have the correct
 * width. A steep segment ends in horizontal edges. A nearly vertical one extends half a width beyond its ends, which fills
 * the corners of steps.
 */
import type { Clip, Coverage } from './coverage';
import type { Outline } from './outline';

/** Draws all lines of `outline`, `width` pixels wide, with the lengths of dashes and gaps in `dash`; solid if it is empty. */
export function strokeOutline(
  coverage: Coverage,
  outline: Outline,
  width: number,
  dash: readonly number[] = [],
): void {
  const draw = dash.length > 0 ? dashed(coverage, width, dash) : solid(coverage, width);
  for (let i = 0; i < outline.parts; i++) {
    const { x, y } = outline;
    const end = outline.endOf(i);
    draw.begin();
    for (let k = outline.startOf(i) + 1; k < end; k++) {
      draw.segment(x[k - 1] as number, y[k - 1] as number, x[k] as number, y[k] as number);
    }
  }
}

/** Returns the boxes of horizontal and vertical lines, such as a grid; null if there are other lines. */
export function ruledBoxes(outline: Outline, width: number): Clip[] | null {
  const boxes: Clip[] = [];
  const half = width / 2;
  for (let i = 0; i < outline.parts; i++) {
    const start = outline.startOf(i);
    const [x0, y0] = [outline.x[start] as number, outline.y[start] as number];
    const [x1, y1] = [outline.x[start + 1] as number, outline.y[start + 1] as number];
    if (outline.endOf(i) !== start + 2 || (x0 !== x1 && y0 !== y1)) return null;
    const [across, down] = x0 === x1 ? [half, 0] : [0, half];
    boxes.push({
      left: Math.min(x0, x1) - across,
      top: Math.min(y0, y1) - down,
      right: Math.max(x0, x1) + across,
      bottom: Math.max(y0, y1) + down,
    });
  }
  return boxes;
}

/** Fills the area that the outline encloses. */
export function fillOutline(coverage: Coverage, outline: Outline): void {
  const { x, y } = outline;
  for (let i = 0; i < outline.parts; i++) {
    const start = outline.startOf(i);
    const end = outline.endOf(i);
    let before = end - 1;
    for (let k = start; k < end; k++) {
      // A thousand corners at the same height, as along an axis, are one edge.
      while (k + 1 < end && y[k + 1] === y[k] && y[k] === y[before]) k++;
      coverage.edge(x[before] as number, y[before] as number, x[k] as number, y[k] as number);
      before = k;
    }
  }
}

interface Stroker {
  /** Starts a new line and its dashes. */
  begin(): void;
  segment(x0: number, y0: number, x1: number, y1: number): void;
}

function solid(coverage: Coverage, width: number): Stroker {
  return {
    begin: () => undefined,
    segment: (x0, y0, x1, y1) => segment(coverage, x0, y0, x1, y1, width, true),
  };
}

function dashed(coverage: Coverage, width: number, dash: readonly number[]): Stroker {
  let index = 0;
  let left = 0;
  return {
    begin() {
      index = 0;
      left = dash[0] as number;
    },
    segment(x0, y0, x1, y1) {
      const length = Math.hypot(x1 - x0, y1 - y0);
      for (let at = 0; at < length;) {
        const next = Math.min(length, at + left);
        const [a, b] = [at / length, next / length];
        if (index % 2 === 0)
          segment(
            coverage,
            x0 + (x1 - x0) * a,
            y0 + (y1 - y0) * a,
            x0 + (x1 - x0) * b,
            y0 + (y1 - y0) * b,
            width,
            false,
          );
        left -= next - at;
        at = next;
        if (left > 1e-6) continue;
        index = (index + 1) % (2 * dash.length);
        left = Math.max(LEAST_DASH, dash[index % dash.length] as number);
      }
    },
  };
}

function segment(
  coverage: Coverage,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  width: number,
  joined: boolean,
): void {
  if (Math.abs(y1 - y0) > GENTLE * Math.abs(x1 - x0)) {
    if (y0 < y1) steep(coverage, x0, y0, x1, y1, width, joined);
    else steep(coverage, x1, y1, x0, y0, width, joined);
    return;
  }
  if (x0 === x1) return;
  const slope = (y1 - y0) / (x1 - x0);
  const half = (width / 2) * Math.sqrt(1 + slope * slope);
  coverage.edge(x0, y0 - half, x1, y1 - half);
  coverage.edge(x1, y1 + half, x0, y0 + half);
}

/** Draws a steep segment, with the upper end first. */
function steep(
  coverage: Coverage,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  width: number,
  joined: boolean,
): void {
  const lean = (x1 - x0) / (y1 - y0);
  const half = (width / 2) * Math.sqrt(1 + lean * lean);
  const beyond = joined && Math.abs(lean) < UPRIGHT ? Math.min(width, y1 - y0) / 2 : 0;
  const top = y0 - beyond;
  const bottom = y1 + beyond;
  const topX = x0 - beyond * lean;
  const bottomX = x1 + beyond * lean;
  coverage.edge(topX - half, top, topX + half, top);
  coverage.edge(bottomX + half, bottom, bottomX - half, bottom);
  // Vertical edges add nothing.
  if (lean === 0) return;
  coverage.edge(topX + half, top, bottomX + half, bottom);
  coverage.edge(bottomX - half, bottom, topX - half, top);
}

/** Greatest slope of a flat segment. */
const GENTLE = 1;
/** Greatest lean (dx / dy) of a nearly vertical segment. */
const UPRIGHT = 1 / 8;
/** Least length of a dash in pixels, because dashes of length 0 would not end. */
const LEAST_DASH = 0.1;
