/**
 * Steps of a number: by arrow keys, along a slider, and while its label is dragged.
 *
 * Quantities of networks span decades, so a step is relative to the value: the second significant digit (100 → 110),
 * or with Shift the series 1, 2, 5. Whole numbers with a small range move by 1.
 */
import type { ParamKind, Unit } from '../engine/catalog';

/** Range and type of a number. */
export type NumberKind = Extract<ParamKind, { type: 'number' | 'integer' }> & {
  /** Sliders go to whole multiples of this, at least one. Written values are not rounded. */
  multiple?: number;
};

/** Whether a step changes the second digit of a number instead of adding 1. */
export function isScaled(kind: NumberKind): boolean {
  return kind.log || kind.type === 'number';
}

/** Returns the value one step above (`direction` 1) or below (-1), within the range. */
export function stepped(
  value: number,
  direction: 1 | -1,
  kind: NumberKind,
  unit: Unit,
  coarse = false,
): number {
  const next = isScaled(kind)
    ? coarse
      ? oneTwoFive(value, direction, smallest[unit])
      : secondDigit(value, direction, smallest[unit])
    : value + direction * (coarse ? 10 : 1);
  if (kind.multiple) return nextMultiple(value, next, direction, kind.multiple, kind);
  return within(kind.type === 'integer' ? roundAway(next, value, direction) : next, kind);
}

/** Returns the multiple nearest to `next` that is beyond `value` in this direction. */
function nextMultiple(
  value: number,
  next: number,
  direction: 1 | -1,
  multiple: number,
  kind: NumberKind,
): number {
  const beyond = direction > 0 ? Math.floor(value / multiple) + 1 : Math.ceil(value / multiple) - 1;
  const near = Math.round(next / multiple);
  const count = direction > 0 ? Math.max(near, beyond) : Math.min(near, beyond);
  return within(Math.max(1, count) * multiple, kind);
}

/** Rounds `value` to the nearest multiple, if sliders use multiples. */
function snapped(value: number, { multiple }: NumberKind): number {
  return multiple ? Math.max(1, Math.round(value / multiple)) * multiple : value;
}

/** Returns the value after dragging `pixels` to the right from `start`: 160 pixels are a factor of ten. */
export function dragged(start: number, pixels: number, kind: NumberKind, unit: Unit): number {
  if (!isScaled(kind)) return within(start + Math.round(pixels / 6), kind);
  const origin = start === 0 ? smallest[unit] : start;
  const moved = origin * 10 ** (pixels / 160);
  // Far below the smallest sensible value, the number becomes zero if zero is allowed.
  const vanished = start === 0 ? pixels <= 0 : moved < smallest[unit] / 10;
  if (vanished && kind.min <= 0) return 0;
  const rounded = snapped(significant(moved, 2), kind);
  return within(kind.type === 'integer' ? Math.round(rounded) : rounded, kind);
}

/** Range of a slider; `low` is the left end. */
export interface SliderRange {
  low: number;
  high: number;
  /** Whether the left end means zero. */
  zero: boolean;
}

/** Returns a range of four decades around `value`, within the range; fine enough for a slider of 250 pixels. */
export function rangeAround(value: number, kind: NumberKind, unit: Unit): SliderRange {
  const middle = Math.floor(Math.log10(Math.max(value, smallest[unit])));
  const floor = kind.min > 0 ? kind.min : kind.type === 'integer' ? 1 : 0;
  const low = Math.max(Number(`1e${middle - 2}`), floor);
  return { low, high: Math.min(Number(`1e${middle + 2}`), kind.max), zero: kind.min <= 0 };
}

/** Returns the position of `value` on the range, 0 to 1. */
export function positionOf(value: number, { low, high }: SliderRange): number {
  if (value <= low) return 0;
  return Math.min(1, Math.log(value / low) / Math.log(high / low));
}

/** Returns the value at a position of the range, with two significant digits. */
export function valueAt(position: number, { low, high, zero }: SliderRange, kind: NumberKind): number {
  if (position <= 0) return zero ? Math.max(0, kind.min) : within(snapped(low, kind), kind);
  const value = snapped(significant(low * (high / low) ** Math.min(position, 1), 2), kind);
  return within(kind.type === 'integer' ? Math.round(value) : value, kind);
}

/** Whether a value is so near an end of the range that the range must move. */
export function needsNewRange(value: number, range: SliderRange): boolean {
  if (value === 0 && range.zero) return false;
  const position = positionOf(value, range);
  return position <= 0.05 || position >= 0.95;
}

/** Limits `value` to a range. */
export function within(value: number, { min, max }: { min: number; max: number }): number {
  return Math.min(max, Math.max(min, value));
}

/** First step away from zero, by unit. */
const smallest: Record<Unit, number> = {
  'b/s': 1000,
  s: 0.001,
  B: 1,
  packets: 1,
  flows: 1,
  ratio: 0.001,
  '': 0.01,
};

function significant(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}

function secondDigit(value: number, direction: 1 | -1, least: number): number {
  const size = Math.abs(value);
  if (size === 0) return direction * least;
  const decade = Math.floor(Math.log10(size) + 1e-9);
  // The step below 1.0 is 0.99, not 0.9.
  const atEdge = direction < 0 && significant(size, 12) === Number(`1e${decade}`);
  const step = Number(`1e${decade - (atEdge ? 2 : 1)}`);
  const next = direction > 0 ? Math.floor(value / step + 1e-9) + 1 : Math.ceil(value / step - 1e-9) - 1;
  return significant(next * step, 12);
}

function oneTwoFive(value: number, direction: 1 | -1, least: number): number {
  const size = Math.abs(value);
  if (size === 0) return direction * least;
  const decade = Math.floor(Math.log10(size) + 1e-9);
  const series = [decade - 1, decade, decade + 1].flatMap((e) => [1, 2, 5].map((m) => Number(`${m}e${e}`)));
  const next =
    direction > 0
      ? series.find((candidate) => candidate > size * (1 + 1e-9))
      : series.findLast((candidate) => candidate < size * (1 - 1e-9));
  return next ?? value;
}

/** Rounds to a whole number that differs from `value`. */
function roundAway(next: number, value: number, direction: 1 | -1): number {
  const rounded = Math.round(next);
  return direction > 0 ? Math.max(rounded, value + 1) : Math.min(rounded, value - 1);
}
