/** The figures in the legend: what each trace says at the cursor, or now. */
import type { Frame } from '../engine/protocol';
import { titleOf, type Chart, type Trace } from './chart';
import { columnAt, columnsOf, latestColumn, total } from './columns';
import { figure, NOTHING, range, unitFor, type Unit } from './format';

/**
 * The trace's value at `at_s` (null: the latest), in the axis's unit, or with its own unit where it has
 * another. Drops count within the column at the cursor, and without a cursor in the whole view.
 */
export function readout(
  trace: Trace,
  chart: Chart,
  axisUnit: Unit,
  frame: Frame | null,
  at_s: number | null,
): string {
  const columns = frame && columnsOf(frame, trace.id);
  if (!frame || !columns) return NOTHING;
  if (trace.form === 'drops' && at_s === null) return figure(total(columns.hi));
  const i = at_s === null ? latestColumn(frame, columns) : columnAt(frame, at_s);
  const lo = columns.lo[i] ?? NaN;
  const hi = columns.hi[i] ?? NaN;
  if (Number.isNaN(lo) && Number.isNaN(hi)) return NOTHING;
  if (trace.quantity === chart.quantity) return range(lo, hi, axisUnit);
  const unit = unitFor(trace.quantity, hi);
  return `${range(lo, hi, unit)}${unit.name === '' ? '' : ` ${unit.name}`}`;
}

/** All readouts of a chart as a sentence, for those who hear it. */
export function spoken(chart: Chart, axisUnit: Unit, read: (trace: Trace) => string): string {
  const values = chart.traces.map((trace) => {
    const unit = trace.quantity === chart.quantity ? ` ${axisUnit.name}` : '';
    return `${trace.label} ${read(trace)}${unit}`;
  });
  return `${titleOf(chart)}: ${values.length > 0 ? values.join(', ') : 'no data yet'}.`;
}
