/** Axes of a study's charts: the scale, the unit and the ticks of a parameter, of a measure, or of words. */
import { unitFor, type Quantity, type Unit } from '../plot/format';
import { extent, roundUp, scaleOf, scaleOver, ticksOf } from '../plot/scale';
import type { Scale, ScaleKind, Tick } from '../plot/scale';
import type { XValues } from './data';

/** Axis of a chart. */
export interface Axis extends Scale {
  ticks: readonly Tick[];
  unit: Unit;
}

/** Returns an axis of all values with a small margin; it is `pixels` long. */
export function xAxis(values: readonly number[], of: Quantity, kind: ScaleKind, pixels: number): Axis {
  const [least, most] = extent(values);
  return axisOf(scaleOver(values, least > 0 ? kind : 'linear', 0.03), unitOf(of, least, most), pixels / 70);
}

/** Returns an axis of words at equal distances. */
export function wordAxis({ words }: XValues & { kind: 'words' }): Axis {
  const ticks = words.map((label, value) => ({ value, label }));
  return { ...scaleOf('linear', -0.5, words.length - 0.5), ticks, unit: { per: 1, name: '' } };
}

/** Returns an axis from 0 to above the greatest value; a log axis covers the values above 0. */
export function yAxis(values: readonly number[], of: Quantity, kind: ScaleKind, pixels: number): Axis {
  const above = values.filter((value) => value > 0);
  if (kind === 'log' && above.length > 0) {
    const [least, most] = extent(above);
    return axisOf(
      scaleOf('log', least / 1.25, Math.max(most * 1.25, least * 2)),
      unitFor(of, most),
      pixels / 52,
    );
  }
  const [least, most] = extent([...values, 0]);
  // A ratio ends at 1.
  const whole = of === 'ratio' && most <= 1 && most * 1.05 > 1;
  const hi = whole ? 1 : roundUp(most * 1.05) || (least < 0 ? 0 : 1);
  const lo = -roundUp(-least * 1.05);
  return axisOf(scaleOf('linear', lo, hi), unitOf(of, lo, hi), pixels / 52);
}

/**
 * Returns the part of an axis between two values. Null is the axis's own end, which moves if the other end is beyond it.
 * A logarithmic axis that would begin at 0 or below stays whole.
 */
export function partOf(
  axis: Axis,
  from: number | null,
  to: number | null,
  of: Quantity,
  count: number,
): Axis {
  if (from === null && to === null) return axis;
  const isLog = axis.kind === 'log';
  const width = isLog ? axis.hi / axis.lo : axis.hi - axis.lo;
  let [lo, hi] = [from ?? axis.lo, to ?? axis.hi];
  if (to === null && lo >= hi) hi = isLog ? lo * width : lo + width;
  if (from === null && lo >= hi) lo = isLog ? hi / width : hi - width;
  if (!(lo < hi) || (isLog && lo <= 0)) return axis;
  return axisOf(scaleOf(axis.kind, lo, hi), unitOf(of, lo, hi), count);
}

/** Returns the axis in another unit. */
export function inUnit(axis: Axis, unit: Unit, count: number): Axis {
  return axisOf(axis, unit, count);
}

function axisOf(scale: Scale, unit: Unit, count: number): Axis {
  return { ...scale, unit, ticks: ticksOf(scale, Math.max(2, count), unit) };
}

function unitOf(of: Quantity, lo: number, hi: number): Unit {
  return unitFor(of, lo <= hi ? Math.max(Math.abs(lo), Math.abs(hi)) : 1);
}
