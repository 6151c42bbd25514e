/** Key of a trace in a legend, as the chart draws the trace. */
import { LineKey } from '../plot/LineKey';
import type { Trace } from './chart';

/** Small picture of a line, an area or marks. */
export function Swatch({ trace: { style, form } }: { trace: Trace }) {
  const color = `var(--${style.color})`;
  if (form === 'drops') {
    return (
      <svg className="chart-swatch" width="16" height="12" aria-hidden="true">
        <path d="M3 2v8M8 2v8M13 2v8" stroke={color} strokeWidth="2" />
      </svg>
    );
  }
  if (form === 'share') {
    return (
      <svg className="chart-swatch" width="16" height="12" aria-hidden="true">
        <rect width="16" height="12" fill={color} opacity={style.hatch === 'plain' ? 0.5 : 0.35} />
        {style.hatch === 'diagonal' && (
          <path d="M-2 8L8 -2M2 14L16 0M10 14L18 6" stroke={color} strokeWidth="1.5" />
        )}
        {style.hatch === 'dots' && (
          <path d="M2 2h2v2h-2zM9 2h2v2h-2zM5 7h2v2h-2zM12 7h2v2h-2z" fill={color} />
        )}
      </svg>
    );
  }
  return (
    <LineKey
      {...style}
      area={form === 'level' || form === 'mean' ? 'around' : form === 'area' ? 'below' : null}
    />
  );
}
