/** Quantities in lessons, whose unit follows from the text: `62.5 ms`, `98 %`, `20 packets`. */
import { parseQuantity } from '../../controls/quantity';
import type { Unit } from '../../engine/catalog';
import type { Within } from './lesson';

/** A quantity with its unit. */
export interface Quantity {
  /** Value, in the base unit `unit`. */
  value: number;
  unit: Unit;
  /** The unit as written, such as `ms`; empty if none is. */
  suffix: string;
  /** Value of one of the unit as written, in `unit`: 0.001 for `ms`. */
  factor: number;
}

/** Units in the order in which a text is tried. */
const UNITS: readonly Unit[] = ['', 's', 'b/s', 'B', 'packets', 'flows', 'ratio'];

/** Longest text that is read as a quantity, characters. */
const MOST_CHARS = 60;

/** Reads a number with or without a unit; null if the text is none. */
export function readQuantity(text: string): Quantity | null {
  if (text.length > MOST_CHARS) return null;
  for (const unit of UNITS) {
    const parsed = parseQuantity(text, unit);
    if (!parsed.ok) continue;
    const suffix = /[^\d\s.,'’_eE+\u2212-].*$/u.exec(text)?.[0].trim() ?? '';
    return { value: parsed.value, unit, suffix, factor: factorOf(suffix)?.factor ?? 1 };
  }
  return null;
}

/** Returns the unit that a text such as `ms` names, and its size; null if there is none of this name. */
export function factorOf(suffix: string): { unit: Unit; factor: number } | null {
  if (suffix.length > MOST_CHARS || /^[\d.,+-]/.test(suffix)) return null;
  for (const unit of UNITS) {
    const parsed = parseQuantity(`1 ${suffix}`, unit);
    if (parsed.ok) return { unit, factor: parsed.value };
  }
  return null;
}

/** Reads a time above 0, in seconds if it has no unit; null if the text is none. */
export function secondsOf(text: string): number | null {
  const parsed = text.length <= MOST_CHARS ? parseQuantity(text, 's') : null;
  return parsed?.ok === true && parsed.value > 0 ? parsed.value : null;
}

/** Reads a bound of a difference: `10 %` is a share, other texts are absolute, in the unit `suffix` or their own. */
export function withinOf(text: string, suffix: string): Within | null {
  const quantity = readQuantity(text);
  if (quantity === null || quantity.value <= 0) return null;
  if (quantity.suffix === '%') return { kind: 'share', of: quantity.value };
  if (quantity.suffix === '' || quantity.suffix === suffix)
    return { kind: 'absolute', by: quantity.value / (quantity.suffix === '' ? 1 : quantity.factor) };
  const unit = factorOf(suffix);
  return unit?.unit === quantity.unit ? { kind: 'absolute', by: quantity.value / unit.factor } : null;
}
