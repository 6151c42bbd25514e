/** The trace of a chart to which a pointer points. */
import { timeFromX } from './axis';
import { columnAt } from '../samples/columns';
import { isMean } from './chart';
import { drawn, yOf, type Picture } from './picture';

/** Greatest distance of a pointer from a line to which it points, in CSS pixels. */
const NEAR = 12;

/** Returns the id of the trace whose line is nearest to a place in a chart, in CSS pixels; null if none is near. */
export function traceNear(picture: Picture, x: number, y: number): string | null {
  const { frame, shown, geometry } = picture;
  if (!frame) return null;
  const column = columnAt(frame, timeFromX(x, shown, geometry.plot));
  const at = yOf(picture);
  let nearest: { id: string; distance: number } | null = null;
  for (const { trace, columns } of drawn(picture, 'level', 'mean', 'band', 'line', 'area')) {
    const [lo, hi] = isMean(trace) ? [columns.mean, columns.mean] : [columns.lo, columns.hi];
    const [low, high] = [at((lo[column] ?? NaN) * trace.per), at((hi[column] ?? NaN) * trace.per)];
    const distance = Math.max(0, y - low, high - y);
    if (distance <= NEAR && distance < (nearest?.distance ?? Infinity)) nearest = { id: trace.id, distance };
  }
  return nearest?.id ?? null;
}
