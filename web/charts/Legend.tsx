/**
 * The legend of a chart, in one line: key, name and value of each trace. A click on an entry hides or shows its trace, or all
 * traces that share the entry. Entries that do not fit are in the panel of a button, whole, with the others.
 *
 * Values are not part of accessible names, which would change many times a second. Screen readers get them from the
 * live region and from the table.
 */
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useView, useViewActions } from '../lab/context';
import { CheckBox } from '../ui/CheckBox';
import type { Chart, Trace } from './chart';
import { Disclosure } from './Disclosure';
import { NOTHING } from '../plot/format';
import { LEGEND } from './strings';
import { Swatch } from './Swatch';

interface Props {
  chart: Chart;
  /** The component fills this map with the elements that show values, by trace id. */
  readouts: RefObject<Map<string, HTMLElement>>;
  /** Id of the trace to which the pointer points in the chart, whose entry is always shown; null for none. */
  pointed: string | null;
}

/** Entry of the legend. */
interface Entry {
  /** Name, which all traces of the entry share. */
  label: string;
  /** Its traces; several share an entry without a value. */
  traces: readonly [Trace, ...Trace[]];
  hasValue: boolean;
}

/** List of the traces of a chart, as buttons that hide and show them. */
export function Legend({ chart, readouts, pointed }: Props) {
  const { toggleSeries } = useViewActions();
  const hidden = useView((state) => state.hidden);
  const list = useRef<HTMLUListElement>(null);
  const entries = entriesOf(chart);
  // The entry that is pointed at moves to the front if it is left out.
  const [lead, setLead] = useState<string | null>(null);
  const left = useLeftOut(list, entries, lead);
  const next = pointed !== null && (left.has(pointed) || pointed === lead) ? pointed : null;
  if (next !== lead) setLead(next);
  const isShown = ({ traces }: Entry): boolean => !traces.every(({ id }) => hidden.has(id));
  const toggle = ({ traces }: Entry): void => toggleSeries(...traces.map(({ id }) => id));
  return (
    <div className="chart-legend-line row">
      <ul className="chart-legend row wrap" aria-label={LEGEND.name} ref={list}>
        {entries.map((entry) => {
          const [trace] = entry.traces;
          return (
            <li
              key={trace.id}
              data-trace={trace.id}
              data-lead={lead === trace.id || undefined}
              data-left={left.has(trace.id) || undefined}
            >
              <button
                type="button"
                aria-pressed={isShown(entry)}
                aria-label={entry.label}
                title={titleOf(entry)}
                onClick={() => toggle(entry)}
              >
                <Swatch trace={keyOf(entry)} />
                <span>{entry.label}</span>
                {entry.hasValue && (
                  <span
                    className={`chart-value chart-value-${widthOf(trace, chart)}`}
                    ref={(element) => {
                      if (element) readouts.current.set(trace.id, element);
                      return () => void readouts.current.delete(trace.id);
                    }}
                  >
                    {NOTHING}
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
      {left.size > 0 && (
        <Disclosure
          name={LEGEND.choose(left.size, entries.length)}
          face={LEGEND.more(left.size, entries.length)}
        >
          {() => (
            <fieldset className="chart-choice chart-legend-all">
              <legend className="chart-hidden-text">{LEGEND.name}</legend>
              {entries.map((entry) => (
                <CheckBox
                  key={entry.traces[0].id}
                  label={entry.label}
                  before={<Swatch trace={keyOf(entry)} />}
                  checked={isShown(entry)}
                  onChoose={() => toggle(entry)}
                />
              ))}
            </fieldset>
          )}
        </Disclosure>
      )}
    </div>
  );
}

/**
 * Returns the ids of the entries that are not in the first line of the list, or whose names would be cut off there. They
 * keep their places in further lines, which are not visible, so that they can be measured. `lead` is the first entry.
 */
function useLeftOut(
  list: RefObject<HTMLUListElement | null>,
  entries: readonly Entry[],
  lead: string | null,
): ReadonlySet<string> {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const order = [lead, ...entries.map(({ traces: [{ id }] }) => id)].join(' ');
  useLayoutEffect(() => {
    const { current } = list;
    if (!current) return;
    const measure = (): void => {
      const items = [...current.children].filter((item) => item instanceof HTMLElement);
      const next = items.filter((item) => !fits(item, current)).map(({ dataset }) => dataset.trace ?? '');
      setLeft((before) => (next.join(' ') === [...before].join(' ') ? before : new Set(next)));
    };
    measure();
    if (typeof ResizeObserver !== 'function') return;
    const sizes = new ResizeObserver(measure);
    for (const element of [current, ...current.children]) sizes.observe(element);
    return () => sizes.disconnect();
  }, [list, order]);
  return left;
}

/** Height of a line, in pixels. */
const LINE = 24;

function fits(item: HTMLElement, list: HTMLElement): boolean {
  return item.offsetTop < LINE / 2 && item.offsetWidth <= list.clientWidth;
}

/** Returns the entries of a chart: those of single traces, then those that several traces share. */
function entriesOf({ traces }: Chart): Entry[] {
  const shared = new Map<string, [Trace, ...Trace[]]>();
  for (const trace of traces) {
    if (trace.shared === null) continue;
    const known = shared.get(trace.shared);
    if (known) known.push(trace);
    else shared.set(trace.shared, [trace]);
  }
  return [
    ...traces.flatMap((trace): Entry[] =>
      trace.shared === null ? [{ label: trace.label, traces: [trace], hasValue: true }] : [],
    ),
    ...[...shared].map(([label, of]): Entry => ({ label, traces: of, hasValue: false })),
  ];
}

/** Returns the trace whose key an entry has; the key of a shared entry has no color of a flow. */
function keyOf({ traces: [trace], hasValue }: Entry): Trace {
  return hasValue ? trace : { ...trace, style: { ...trace.style, color: 'ink-2', marker: null } };
}

/** Tooltip of an entry: meaning of the trace, meaning of its value, and effect of a click. */
function titleOf({ label, traces: [trace], hasValue }: Entry): string {
  if (!hasValue) return LEGEND.shared(label);
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
