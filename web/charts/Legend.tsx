/**
 * The legend of a chart: key, name and value of each trace. A click on an entry hides or shows its trace, or all traces
 * that share the entry.
 *
 * Values are not part of accessible names, which would change many times a second. Screen readers get them from the
 * live region and from the table.
 */
import type { RefObject } from 'react';
import { useView, useViewActions } from '../lab/context';
import type { Chart, Trace } from './chart';
import { NOTHING } from '../plot/format';
import { LineKey } from '../plot/LineKey';
import { LEGEND } from './strings';

interface Props {
  chart: Chart;
  /** The component fills this map with the elements that show values, by trace id. */
  readouts: RefObject<Map<string, HTMLElement>>;
}

/** List of the traces of a chart, as buttons that hide and show them. */
export function Legend({ chart, readouts }: Props) {
  const { toggleSeries } = useViewActions();
  const hidden = useView((state) => state.hidden);
  return (
    <ul className="chart-legend row wrap" aria-label={LEGEND.name}>
      {chart.traces
        .filter(({ shared }) => shared === null)
        .map((trace) => (
          <li key={trace.id}>
            <button
              type="button"
              aria-pressed={!hidden.has(trace.id)}
              aria-label={trace.label}
              title={titleOf(trace)}
              onClick={() => toggleSeries(trace.id)}
            >
              <Swatch trace={trace} />
              <span className="chart-legend-name">{trace.label}</span>
              <span
                className={`chart-value chart-value-${widthOf(trace, chart)}`}
                ref={(element) => {
                  if (element) readouts.current.set(trace.id, element);
                  return () => void readouts.current.delete(trace.id);
                }}
              >
                {NOTHING}
              </span>
            </button>
          </li>
        ))}
      {[...sharing(chart)].map(([name, traces]) => (
        <li key={name}>
          <button
            type="button"
            aria-pressed={!traces.every(({ id }) => hidden.has(id))}
            aria-label={name}
            title={LEGEND.shared(name)}
            onClick={() => toggleSeries(...traces.map(({ id }) => id))}
          >
            {traces[0] && (
              <Swatch trace={{ ...traces[0], style: { ...traces[0].style, color: 'ink-2', marker: null } }} />
            )}
            <span className="chart-legend-name">{name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Traces that share an entry, by the name of the entry. */
function sharing({ traces }: Chart): Map<string, Trace[]> {
  const entries = new Map<string, Trace[]>();
  for (const trace of traces) {
    if (trace.shared !== null) entries.set(trace.shared, [...(entries.get(trace.shared) ?? []), trace]);
  }
  return entries;
}

/** Tooltip of an entry: meaning of the trace, meaning of its value, and effect of a click. */
function titleOf(trace: Trace): string {
  return trace.help === undefined ? readingOf(trace) : `${trace.help} ${readingOf(trace)}`;
}

function readingOf({ form, label }: Trace): string {
  if (form === 'drops' || form === 'level' || form === 'band') return LEGEND[form](label);
  return LEGEND.mean(form === 'share' ? LEGEND.inQueue(label) : label);
}

/** Reserved width of a value, so that the layout does not move when the value changes. */
function widthOf(trace: Trace, chart: Chart): 'narrow' | 'middle' | 'wide' | 'widest' {
  if (['drops', 'line', 'share', 'mean'].includes(trace.form)) return 'narrow';
  if (trace.form === 'level') return 'widest';
  return trace.quantity === chart.quantity ? 'middle' : trace.form === 'area' ? 'middle' : 'wide';
}

function Swatch({ trace: { style, form } }: { trace: Trace }) {
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
