/** A thumbnail: the real curves of a kept result, without axes. Its card says in words what it is. */
import { SKETCH, type Stroke } from './strokes';

const { width, height } = SKETCH;

export function Sketch({ strokes }: { strokes: readonly Stroke[] }) {
  return (
    <svg className="wall-sketch" viewBox={`-4 -4 ${width + 8} ${height + 8}`} aria-hidden="true">
      <path className="wall-axes" d={`M0 0V${height}H${width}`} />
      {strokes.map(({ d, colour, dashed }, i) => (
        <path key={i} className={`wall-curve ink-${colour}${dashed ? ' dashed' : ''}`} d={d} />
      ))}
    </svg>
  );
}
