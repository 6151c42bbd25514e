/**
 * Figures and units for people: which unit an axis shows, and how one value reads beside it.
 *
 * Everything inside is kept in base units (packets, bytes, bits per second, ratios); a `Unit` says what
 * to divide by and what to call the result. Prefixes are decimal, as link rates and the papers use them.
 */

/**
 * What a number on a chart counts, in base units; `drops` are packets lost, `times` says how many times as much, a
 * `count` is of whatever its name says.
 */
export type Quantity = 'packets' | 'B' | 'b/s' | 's' | 'ratio' | 'flows' | 'count' | 'drops' | 'times';

export interface Unit {
  /** Shown figure = value / `per`. */
  per: number;
  /** As it stands behind a comma or a figure: `packets`, `kB`, `Mb/s`, `%`. */
  name: string;
}

/** The unit in which values up to `top` read well. */
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

/** A figure with three significant digits and no exponent: `0.00012`, `1.25`, `62`, `1,250`. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return NOTHING;
  const size = Math.abs(value);
  if (size >= 100 || Number.isInteger(value)) return grouped(value);
  if (size >= 10) return value.toFixed(1);
  if (size >= 1) return value.toFixed(2);
  return size < 1e-9 ? '0' : small(value);
}

/** The least and the most within a column: `58–62`, or one figure when they read the same. */
export function range(lo: number, hi: number, unit: Unit): string {
  const high = figure(hi / unit.per);
  // As many decimals on either side: `0.20–1.60`. Zero needs none.
  const decimals = lo === 0 ? 0 : (/\.(\d+)$/.exec(high)?.[1] ?? '').length;
  const low = decimals === 0 ? figure(lo / unit.per) : withDecimals(lo / unit.per, decimals);
  return low === high ? high : `${low}–${high}`;
}

/** A value with its unit, each scaled to itself: `34.2 kB`, `10 Mb/s`, `100 packets`. */
export function quantityText(value: number, quantity: Quantity): string {
  const unit = unitFor(quantity, Math.abs(value));
  const shown = Number((value / unit.per).toPrecision(6));
  const text = shown === Math.round(shown) ? grouped(shown) : small3(shown);
  return unit.name === '' ? text : `${text} ${unit.name}`;
}

/** A moment with as many decimals as tell neighbours apart that are `step_s` apart: `37.2 s`. */
export function timeText(t_s: number, step_s: number): string {
  return `${timeFigure(t_s, step_s)} s`;
}

/** The figure of `timeText` without its unit. */
export function timeFigure(t_s: number, step_s: number): string {
  const decimals = Math.min(Math.max(0, Math.ceil(-Math.log10(Math.max(step_s, 1e-9)) - 1e-9)), 9);
  return withDecimals(t_s, decimals);
}

function withDecimals(value: number, decimals: number): string {
  const known = FIXED[decimals] ?? (FIXED[decimals] = fixed(decimals));
  return known(value);
}

/** Round trips and timeouts read best in milliseconds, unless they are far off. */
function unitOfTime(top: number): Unit {
  if (top >= 10) return { per: 1, name: 's' };
  return top >= 1e-3 ? { per: 1e-3, name: 'ms' } : { per: 1e-6, name: 'µs' };
}

/** Shown where there is no value. */
export const NOTHING = '–';

/** Formatters by number of decimals, made when first needed. */
const FIXED: ((value: number) => string)[] = [];

const grouped = fixed(0);
const small = significant(2);
const small3 = significant(3);

function fixed(decimals: number): (value: number) => string {
  return formatter({ minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** At most so many digits that say something, and no exponent. */
function significant(digits: number): (value: number) => string {
  return formatter({ maximumSignificantDigits: digits });
}

function formatter(options: Intl.NumberFormatOptions): (value: number) => string {
  // Zero has no sign here, whichever zero it is.
  return new Intl.NumberFormat('en', { signDisplay: 'negative', ...options }).format;
}
