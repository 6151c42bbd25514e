/**
 * Ranges of values: their text in links and on the command line (`5 kB:50 kB:10:log`), and their values.
 *
 * The engine computes the values of a study (`engine/core/src/study/axis.rs`); `listFromRange` only writes a range as a
 * list when a person changes the kind of values in the form.
 */
import { formatQuantity, parseQuantity } from '../controls/quantity';
import { toWholePackets } from '../controls/wholePackets';
import type { Field } from './fields';

/** A range as a person enters it: both ends with units, and the number of points. */
export interface Range {
  from: string;
  to: string;
  points: string;
  spacing: 'linear' | 'log';
}

/** Reads `from:to:points` or `from:to:points:log`; null for any other text. */
export function rangeFromText(text: string): Range | null {
  const [, from, to, points, log] = /^([^,:]+):([^,:]+):\s*(\d+)\s*(:\s*log\s*)?$/.exec(text) ?? [];
  if (from === undefined || to === undefined || points === undefined) return null;
  return { from: from.trim(), to: to.trim(), points, spacing: log === undefined ? 'linear' : 'log' };
}

/** Writes a range as `rangeFromText` reads it. */
export function textFromRange({ from, to, points, spacing }: Range): string {
  return `${from}:${to}:${points.trim()}${spacing === 'log' ? ':log' : ''}`;
}

/**
 * Returns the values of a range, not rounded; null where its ends are no quantities in the unit of the parameter or the
 * number of points is none.
 */
export function valuesOfRange({ from, to, points, spacing }: Range, unit: Field['unit']): number[] | null {
  const [lo, hi] = [parseQuantity(from, unit), parseQuantity(to, unit)];
  const count = Number(points);
  if (!lo.ok || !hi.ok || !Number.isSafeInteger(count) || count < 2 || count > MAX_VALUES) return null;
  if (spacing === 'log' && !(lo.value > 0 && hi.value > 0)) return null;
  return Array.from({ length: count }, (_, i) => {
    const share = i / (count - 1);
    return spacing === 'log'
      ? lo.value * (hi.value / lo.value) ** share
      : lo.value + share * (hi.value - lo.value);
  });
}

/** Number of points up to which the values of a range are computed in the form. */
const MAX_VALUES = 1000;

/** Number of points up to which a range is written as a list. */
const MAX_LISTED = 50;

/**
 * Returns the values of a range as a list, rounded to three digits or to multiples of `multiple`; without the points
 * between its ends where these are not quantities in the unit of the parameter or the list would be long.
 */
export function listFromRange(
  range: Range,
  { unit, whole }: Pick<Field, 'unit' | 'whole'>,
  multiple?: number,
): string {
  const exact = valuesOfRange(range, unit);
  if (exact === null || exact.length > MAX_LISTED) return `${range.from}, ${range.to}`;
  const values = exact.map((value) => {
    if (multiple !== undefined) return toWholePackets(value, multiple);
    const rounded = Number(value.toPrecision(3));
    return whole ? Math.round(rounded) : rounded;
  });
  // A comma separates values, not thousands.
  return [...new Set(values)].map((value) => formatQuantity(value, unit).replaceAll(',', '')).join(', ');
}

/** Returns the range from the first to the last value of a list, with as many points. */
export function rangeFromList(values: string): Range {
  const parts = values
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const [from = '', to = from] = [parts[0], parts.at(-1)];
  return { from, to, points: String(Math.max(2, parts.length)), spacing: 'linear' };
}
