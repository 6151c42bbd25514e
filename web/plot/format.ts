/**
 * Format of numbers with units: the unit of an axis, and the text of a value.
 *
 * All values are stored in base units (packets, bytes, bits per second, ratios). A `Unit` has the divisor and the name of
 * a displayed unit. Prefixes are decimal, as in link rates and in the papers.
 */

/**
 * Quantity of a number on a chart, named by its base unit. `drops` are dropped packets, `times` is a ratio of two values of
 * the same quantity, and `count` has no unit.
 */
export type Quantity = 'packets' | 'B' | 'b/s' | 's' | 'ratio' | 'flows' | 'count' | 'drops' | 'times';

/** Unit in which numbers are displayed. */
export interface Unit {
  /** Divisor: displayed number = value / `per`. */
  per: number;
  /** Name as after a number: `packets`, `kB`, `Mb/s`, `%`. */
  name: string;
}

/** Returns the unit that suits values up to `top`. */
export function unitFor(quantity: Quantity, top: number): Unit {
  if (quantity === 'ratio') return { per: 0.01, name: '%' };
  if (quantity === 'packets' || quantity === 'flows') return { per: 1, name: quantity };
  if (quantity === 'drops' || quantity === 'count') return { per: 1, name: '' };
  if (quantity === 'times') return { per: 1, name: '×' };
  if (quantity === 's') return unitOfTime(top);
  const step = top >= 1e9 ? 3 : top >= 1e6 ? 2 : top >= 1e3 ? 1 : 0;
  const bytes = ['bytes', 'kB', 'MB', 'GB'];
  const bits = ['b/s', 'kb/s', 'Mb/s', 'Gb/s'];
  return { per: 1000 ** step, name: (quantity === 'B' ? bytes : bits)[step] ?? '' };
}

/** Formats a number without unit with about three significant digits and no exponent: `0.00012`, `1.25`, `62`, `1,250`. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return NOTHING;
  const size = Math.abs(value);
  if (size >= 100 || Number.isInteger(value)) return grouped(value);
  if (size >= 10) return value.toFixed(1);
  if (size >= 1) return value.toFixed(2);
  return size < 1e-9 ? '0' : small(value);
}

/** Formats minimum and maximum: `58–62`, or one number if both texts are equal. */
export function range(lo: number, hi: number, unit: Unit): string {
  const high = figure(hi / unit.per);
  // Both numbers have as many decimals: `0.20–1.60`. Zero has none.
  const decimals = lo === 0 ? 0 : (/\.(\d+)$/.exec(high)?.[1] ?? '').length;
  const low = decimals === 0 ? figure(lo / unit.per) : withDecimals(lo / unit.per, decimals);
  return low === high ? high : `${low}–${high}`;
}

/** Formats a value with the unit that suits it: `34.2 kB`, `10 Mb/s`, `100 packets`; rounded to `digits` if given. */
export function quantityText(exact: number, quantity: Quantity, digits?: number): string {
  const value = digits === undefined ? exact : Number(exact.toPrecision(digits));
  const unit = unitFor(quantity, Math.abs(value));
  const shown = Number((value / unit.per).toPrecision(6));
  const text = shown === Math.round(shown) ? grouped(shown) : small3(shown);
  return unit.name === '' ? text : `${text} ${unit.name}`;
}

/** Formats with at most `digits` significant digits and no exponent. */
export function significantText(value: number, digits: number): string {
  return significant(digits)(value);
}

/** Formats a value of an axis; very small and very large values get a power of ten: `1.4`, `2.38·10⁻⁴`. */
export function tickText(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e7)) return power(value);
  return figure(Number(value.toPrecision(6))).replace(/\.?0+$(?<=\.\d*)/, '');
}

/** Formats a time with enough decimals to distinguish times that are `step_s` apart: `37.2 s`. */
export function timeText(t_s: number, step_s: number): string {
  return `${fixedFor(t_s, step_s)} s`;
}

/** Formats a value with enough decimals to distinguish values that are `step` apart. */
export function fixedFor(value: number, step: number): string {
  const decimals = Math.min(Math.max(0, Math.ceil(-Math.log10(Math.max(step, 1e-9)) - 1e-9)), 9);
  return withDecimals(value, decimals);
}

/** Formats with a power of ten: `2.38·10⁻⁴`. */
function power(value: number): string {
  const [digits = '', exponent = ''] = value.toExponential(2).split('e');
  const mantissa = digits.replace(/\.?0+$/, '');
  const raised = exponent
    .replace('+', '')
    .replace(/./g, (sign) => RAISED.charAt('0123456789-'.indexOf(sign)));
  return mantissa === '1' ? `10${raised}` : `${mantissa}·10${raised}`;
}

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹⁻';

function withDecimals(value: number, decimals: number): string {
  const known = FIXED[decimals] ?? (FIXED[decimals] = fixed(decimals));
  return known(value);
}

/** Returns the unit of a time: s from 10 s on, otherwise ms, and µs below 1 ms. */
function unitOfTime(top: number): Unit {
  if (top >= 10) return { per: 1, name: 's' };
  return top >= 1e-3 ? { per: 1e-3, name: 'ms' } : { per: 1e-6, name: 'µs' };
}

/** Text for no value. */
export const NOTHING = '–';

/** Formatters by number of decimals, created on first use. */
const FIXED: ((value: number) => string)[] = [];

const grouped = fixed(0);
const small = significant(2);
const small3 = significant(3);

function fixed(decimals: number): (value: number) => string {
  return formatter({ minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** Returns a formatter with at most so many significant digits and no exponent. */
function significant(digits: number): (value: number) => string {
  return formatter({ maximumSignificantDigits: digits });
}

function formatter(options: Intl.NumberFormatOptions): (value: number) => string {
  // −0 is formatted without a sign.
  return new Intl.NumberFormat('en', { signDisplay: 'negative', ...options }).format;
}
