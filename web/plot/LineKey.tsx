/** Legend key: a piece of a line with its dash and marker. */
import { symbol } from 'd3-shape';
import type { LineStyle } from './marks';
import { SYMBOLS } from './shapes';

type Props = LineStyle & {
  /** Width of the line in CSS pixels; 0 for no line, only a fill. */
  width: number;
  /** Fill of the key: around the line, or below it. */
  area?: 'around' | 'below' | null;
};

/** Drawing of a line in the style of a trace. */
export function LineKey({ color: token, dash, marker, width, area = null }: Props) {
  const color = `var(--${token})`;
  return (
    <svg className="chart-swatch" width="24" height="12" fill="none" aria-hidden="true">
      {area && <path d={FILLS[area]} fill={color} opacity="0.2" />}
      {width > 0 && (
        <path
          d="M0 6h24"
          stroke={color}
          strokeWidth={Math.max(width, 1.5)}
          strokeDasharray={dash.join(' ')}
        />
      )}
      {marker && (
        <path
          d={symbol(SYMBOLS[marker], 36)() ?? ''}
          transform="translate(12 6)"
          fill={color}
          stroke="var(--surface)"
        />
      )}
    </svg>
  );
}

const FILLS = { around: 'M0 0h24v12h-24z', below: 'M0 6h24v6h-24z' };
