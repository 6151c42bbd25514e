/**
 * Quantities with units: `100 Mb/s`, `2.5G`, `50ms`, `64 kB`, `1 MiB`, `1,000,000`.
 *
 * `parseQuantity` reads a text. `formatQuantity` writes a number exactly, so that reading the text gives the same
 * number. `formatRounded` writes it with a few digits, for display. The tests of this file and of the command-line
 * program use the same table, `tests/quantities.json`.
 *
 * A `b` is a bit and a `B` is a byte. Prefixes of rates and sizes may be small or capital, because millibits do not
 * occur; prefixes of times are exact, because `m` could be a minute.
 */
import type { Unit } from '../engine/catalog';
import { QUANTITY, UNIT_EXAMPLES, UNIT_KINDS } from './strings';

/** Number that a text means, in the unit of the field, or the reason why it means none. */
export type Parsed = { ok: true; value: number } | { ok: false; message: string };

/** Reads `text` as a quantity in `unit`; a number without a unit is in that unit. */
export function parseQuantity(text: string, unit: Unit): Parsed {
  const clean = text
    .replace(/[\s\u00a0\u2007\u2009\u202f]+/g, ' ')
    .replace(/\u2212/g, '-')
    .trim();
  const refuse = (why: string): Parsed => ({ ok: false, message: `${why} ${UNIT_EXAMPLES[unit]}` });
  if (clean === '') return refuse(QUANTITY.empty);
  const match = NUMBER.exec(clean);
  if (!match) return refuse(QUANTITY.noNumber(clean));
  const suffix = clean.slice(match[0].length).trim();
  if (/^,\d/.test(suffix)) {
    return refuse(QUANTITY.comma(clean));
  }
  const scale = scales[unit](suffix);
  if (!scale) return refuse(QUANTITY.notA(clean, UNIT_KINDS[unit]));
  const { sign = '', whole = '', fraction = '', exponent = '0' } = match.groups ?? {};
  const digits = whole.replace(/[^\d]/g, '') + fraction;
  const decimal = Number(`${sign}${digits}e${Number(exponent) + scale.exponent}`);
  const value = decimal * scale.factor;
  if (!Number.isFinite(value)) return refuse(QUANTITY.tooLarge(clean));
  return { ok: true, value: value === 0 ? 0 : value };
}

/** Formats `value` (in `unit`) exactly, with a suitable prefix: parsing the text gives `value` again. */
export function formatQuantity(value: number, unit: Unit): string {
  const exact = (exponent: number): string => shifted(value, exponent);
  if (unit === 'B' && value !== 0 && value % 1024 === 0 && exact(decimalStep(value, unit)).length > 4) {
    return binaryBytes(value);
  }
  return withUnit(exact, value, unit);
}

/** Formats `value` (in `unit`) with `significant` digits, for display. */
export function formatRounded(value: number | null | undefined, unit: Unit, significant = 3): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  const rounded = Number(value.toPrecision(significant));
  const text = (exponent: number): string => shifted(rounded, exponent);
  return withUnit(text, rounded, unit).replace(/ (?=[^\d])/g, '\u00a0');
}

/** Alias of `formatRounded`, until all callers use that name. */
export { formatRounded as figure };

/** Formats a ratio as a percentage with `significant` digits: `97.3 %`. */
export function percent(ratio: number | null | undefined, significant = 3): string {
  if (ratio === null || ratio === undefined || !Number.isFinite(ratio)) return '–';
  return `${shifted(Number((ratio * 100).toPrecision(significant)), 0)}\u00a0%`;
}

/** Pattern of a decimal number, with or without equal separators between groups of three digits. */
const NUMBER =
  /^(?<sign>[+-]?)(?<whole>\d{1,3}(?<gap>[ ,'’_])\d{3}(?:\k<gap>\d{3})*(?!\d)|\d+|(?=\.\d))(?<fraction>\.\d*)?(?:[eE](?<exponent>[+-]?\d+))?/;

interface Scale {
  /** Power of ten, applied to the decimal text, so that `49.9 ms` is exactly 0.0499. */
  exponent: number;
  /** Other factor: 8 and powers of 1024 are exact, 60 and 3600 round once. */
  factor: number;
}

const scales: Record<Unit, (suffix: string) => Scale | null> = {
  'b/s': (suffix) => {
    const match = /^([kmgt]i?)? ?(?:(b|bits?)(?:\/s|ps)?|(B|[Bb]ytes?)(?:\/s|ps))?$/.exec(
      smallPrefix(suffix),
    );
    return match && prefixed(match[1], match[3] ? 8 : 1);
  },
  B: (suffix) => {
    const match = /^([kmgt]i?)? ?(?:(B|[Bb]ytes?)|(b|bits?))?$/.exec(smallPrefix(suffix));
    return match && prefixed(match[1], match[3] ? 1 / 8 : 1);
  },
  s: (suffix) => times[suffix] ?? null,
  packets: (suffix) => counted(suffix, /^([kKMGT])? ?(?:packets?|pkts?)?$/),
  flows: (suffix) => counted(suffix, /^([kKMGT])? ?(?:flows?)?$/),
  ratio: (suffix) => (suffix === '' ? plain(0) : suffix === '%' ? plain(-2) : null),
  '': (suffix) => counted(suffix, /^([kKMGT])?$/),
};

const plain = (exponent: number): Scale => ({ exponent, factor: 1 });

const times: Record<string, Scale> = {
  '': plain(0),
  s: plain(0),
  sec: plain(0),
  second: plain(0),
  seconds: plain(0),
  ms: plain(-3),
  us: plain(-6),
  µs: plain(-6),
  μs: plain(-6),
  ns: plain(-9),
  ps: plain(-12),
  min: { exponent: 0, factor: 60 },
  h: { exponent: 0, factor: 3600 },
};

/** Makes the prefix letter small, and leaves `b` and `B` unchanged. */
function smallPrefix(suffix: string): string {
  return suffix.replace(/^[KMGT]/, (letter) => letter.toLowerCase());
}

function prefixed(prefix: string | undefined, factor: number): Scale {
  const power = prefix ? 'kmgt'.indexOf(prefix.charAt(0)) + 1 : 0;
  return prefix?.endsWith('i')
    ? { exponent: 0, factor: 1024 ** power * factor }
    : { exponent: 3 * power, factor };
}

function counted(suffix: string, pattern: RegExp): Scale | null {
  const match = pattern.exec(suffix);
  return match && prefixed(match[1]?.toLowerCase(), 1);
}

/** Names of each unit by the power of ten, largest first. */
const steps: Record<Unit, [exponent: number, word: string][]> = {
  'b/s': [
    [12, 'Tb/s'],
    [9, 'Gb/s'],
    [6, 'Mb/s'],
    [3, 'kb/s'],
    [0, 'b/s'],
  ],
  s: [
    [0, 's'],
    [-3, 'ms'],
    [-6, 'µs'],
    [-9, 'ns'],
    [-12, 'ps'],
  ],
  B: [
    [12, 'TB'],
    [9, 'GB'],
    [6, 'MB'],
    [3, 'kB'],
    [0, 'B'],
  ],
  packets: [[0, 'packets']],
  flows: [[0, 'flows']],
  ratio: [[0, '']],
  '': [[0, '']],
};

function withUnit(text: (exponent: number) => string, value: number, unit: Unit): string {
  const exponent = decimalStep(value, unit);
  const word = steps[unit].find(([e]) => e === exponent)?.[1] ?? '';
  const singular = Math.abs(value) === 1 && (unit === 'packets' || unit === 'flows');
  return `${text(exponent)} ${singular ? word.slice(0, -1) : word}`.trim();
}

/** Returns the power of ten in which `value` is written. Sizes below 10 kB are in bytes, like those of packets. */
function decimalStep(value: number, unit: Unit): number {
  const size = Math.abs(value);
  if (size === 0) return 0;
  if (unit === 'B' && size < 10_000) return 0;
  const options = steps[unit];
  const fitting = options.find(([exponent]) => size >= Number(`1e${exponent}`));
  return (fitting ?? options[options.length - 1])?.[0] ?? 0;
}

function binaryBytes(value: number): string {
  const words = ['KiB', 'MiB', 'GiB', 'TiB'];
  let power = 1;
  while (power < words.length && value % 1024 ** (power + 1) === 0) power += 1;
  return `${grouped(String(value / 1024 ** power))} ${words[power - 1] ?? 'KiB'}`;
}

/** Writes `value` divided by 10^`exponent` in decimal, without rounding. */
function shifted(value: number, exponent: number): string {
  if (value === 0) return '0';
  const [mantissa = '0', power = '0'] = Math.abs(value).toExponential().split('e');
  const digits = mantissa.replace('.', '');
  const point = Number(power) - exponent + 1;
  const sign = value < 0 ? '-' : '';
  if (point > 15 || point < -6) return `${sign}${mantissa}e${point - 1}`;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  const whole = digits.slice(0, point).padEnd(point, '0');
  const fraction = digits.slice(point);
  return `${sign}${grouped(whole)}${fraction ? `.${fraction}` : ''}`;
}

function grouped(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}
