/** Thumbnail of a figure: the curves of its stored result, without axis labels. The text of its card describes it. */
import { THUMBNAIL_SIZE, type Stroke } from './thumbnailStrokes';

const { width, height } = THUMBNAIL_SIZE;

/** Draws the strokes of a figure. */
export function Thumbnail({ strokes }: { strokes: readonly Stroke[] }) {
  return (
    <svg className="papers-thumbnail" viewBox={`-4 -4 ${width + 8} ${height + 8}`} aria-hidden="true">
      <path className="papers-axes" d={`M0 0V${height}H${width}`} />
      {strokes.map(({ d, color, dashed }, i) => (
        <path key={i} className={`papers-curve color-${color}${dashed ? ' dashed' : ''}`} d={d} />
      ))}
    </svg>
  );
}
