/** Key of the legend of the graph. */
import { symbol } from 'd3-shape';
import { SYMBOLS } from '../plot/shapes';
import type { Key } from './paintSequence';

/** Drawing of a line or a mark. */
export function SequenceKey({ color: token, width, dash, marker, upright }: Key) {
  const color = `var(--${token})`;
  return (
    <svg className="chart-swatch" width="24" height="12" fill="none" aria-hidden="true">
      {width > 0 && (
        <path
          d={upright ? 'M12 1v10' : 'M0 6h24'}
          stroke={color}
          strokeWidth={width}
          strokeDasharray={dash.join(' ')}
        />
      )}
      {marker && (
        <path
          d={symbol(SYMBOLS[marker], 30)() ?? ''}
          transform={`translate(12 ${upright ? 3 : 6})`}
          fill={color}
          stroke="var(--surface)"
        />
      )}
    </svg>
  );
}
