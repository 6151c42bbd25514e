/**
 * Quantities as people write them: `100 Mb/s`, `2.5G`, `50ms`, `64 kB`, `1 MiB`, `1,000,000`.
 *
 * `parseQuantity` reads them, `formatQuantity` writes them so that reading gives back the very same
 * number, and `figure` writes them rounded, for display. The table `tests/quantities.json` holds for
 * this file and for the engine's command line alike.
 *
 * A `b` is a bit and a `B` is a byte. Prefixes of rates and sizes may be written small or capital
 * (nobody means a millibit); those of times are exact, because `m` could be a minute.
 */
import type { Unit } from '../engine/catalog';

export type Parsed = { ok: true; value: number } | { ok: false; message: string };

/** Reads `text` as a quantity in `unit`; a bare number is taken to be in that unit. */
export function parseQuantity(text: string, unit: Unit): Parsed {
  const clean = text
    .replace(/[\s\u00a0\u2007\u2009\u202f]+/g, ' ')
    .replace(/\u2212/g, '-')
    .trim();
  const refuse = (why: string): Parsed => ({ ok: false, message: `${why} ${accepted[unit]}` });
  if (clean === '') return refuse('Nothing is written here.');
  const match = NUMBER.exec(clean);
  if (!match) return refuse(`“${clean}” does not begin with a number.`);
  const suffix = clean.slice(match[0].length).trim();
  if (/^,\d/.test(suffix)) {
    return refuse(`“${clean}”: a comma separates thousands, a point separates decimals.`);
  }
  const scale = scales[unit](suffix);
  if (!scale) return refuse(`“${clean}” is not ${kinds[unit]}.`);
  const { sign = '', whole = '', fraction = '', exponent = '0' } = match.groups ?? {};
  const digits = whole.replace(/[^\d]/g, '') + fraction;
  const decimal = Number(`${sign}${digits}e${Number(exponent) + scale.exponent}`);
  const value = decimal * scale.factor;
  if (!Number.isFinite(value)) return refuse(`“${clean}” is too large to compute with.`);
  return { ok: true, value: value === 0 ? 0 : value };
}

/** Writes `value` (in `unit`) with a fitting prefix, exactly: parsing the text gives `value` again. */
export function formatQuantity(value: number, unit: Unit): string {
  const exact = (exponent: number): string => shifted(value, exponent);
  if (unit === 'B' && value !== 0 && value % 1024 === 0 && exact(decimalStep(value, unit)).length > 4) {
    return binaryBytes(value);
  }
  return withUnit(exact, value, unit);
}

/** Writes `value` (in `unit`) rounded to `significant` digits, for reading rather than editing. */
export function figure(value: number | null | undefined, unit: Unit, significant = 3): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  const rounded = Number(value.toPrecision(significant));
  const text = (exponent: number): string => shifted(rounded, exponent);
  return withUnit(text, rounded, unit).replace(/ (?=[^\d])/g, '\u00a0');
}

/** A ratio as a percentage with `significant` digits: `97.3 %`. */
export function percent(ratio: number | null | undefined, significant = 3): string {
  if (ratio === null || ratio === undefined || !Number.isFinite(ratio)) return '–';
  return `${shifted(Number((ratio * 100).toPrecision(significant)), 0)}\u00a0%`;
}

/** What may be written for `unit`, as a sentence. */
export const accepted: Record<Unit, string> = {
  'b/s': 'Write a rate such as 100 Mb/s, 2.5G or 64 kb/s; MB/s is bytes.',
  s: 'Write a time such as 50 ms, 250 µs, 1.5 s or 2 min.',
  B: 'Write a size such as 64 kB, 1500 B or 1 MiB; kb is bits.',
  packets: 'Write a number of packets such as 100 or 10k.',
  flows: 'Write a number of flows such as 100 or 10k.',
  ratio: 'Write a ratio such as 0.02 or 2 %.',
  '': 'Write a number such as 42, 0.5 or 1e-3.',
};

/** A decimal number, perhaps with equal separators between groups of three digits. */
const NUMBER =
  /^(?<sign>[+-]?)(?<whole>\d{1,3}(?<gap>[ ,'’_])\d{3}(?:\k<gap>\d{3})*(?!\d)|\d+|(?=\.\d))(?<fraction>\.\d*)?(?:[eE](?<exponent>[+-]?\d+))?/;

interface Scale {
  /** Power of ten, applied to the decimal text, so that `49.9 ms` is exactly 0.0499. */
  exponent: number;
  /** What is left: 8 and powers of 1024 are exact, 60 and 3600 round once. */
  factor: number;
}

const kinds: Record<Unit, string> = {
  'b/s': 'a rate',
  s: 'a time',
  B: 'a size',
  packets: 'a number of packets',
  flows: 'a number of flows',
  ratio: 'a ratio',
  '': 'a plain number',
};

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

/** Makes the prefix letter small, leaving `b` and `B` as they are. */
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

/** Words of each unit for the exponents of ten it is written with, largest first. */
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

/** The power of ten that `value` is written with; sizes below 10 kB stay in bytes, as packets are. */
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

/** `value` divided by 10^`exponent`, written out in decimal without rounding. */
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
