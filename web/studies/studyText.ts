/** Texts about studies and curves: the heading, the finding below a chart, values with intervals. */
import { quantityText, unitFor, figure as figureOf } from '../plot/format';
import { figure, parseQuantity } from '../controls/quantity';
import { hasRemainder } from '../controls/wholePackets';
import type { Unit } from '../engine/catalog';
import { wordsOfPath } from '../scenario/path';
import type { Curve, CurvePoint, CurveSet } from './data';
import { wordLabel, type Field } from './fields';
import type { AxisFormState, StudyFormState } from './formState';
import { named, type Measure } from './measures';
import { list } from '../ui/language';
import { FINDING, STUDY_TEXT } from './strings';
import type { Range } from './axisRange';

/** Returns the heading of a study: `Loss of UDP against buffer 1–50 kB (25 points), 3 replications`. */
export function headingOf(
  form: StudyFormState,
  fields: readonly Field[],
  measures: readonly Measure[],
): string {
  const known = named(measures.filter(({ path }) => form.measures.includes(path)));
  const shown = form.measures.map(
    (path) => known.find((one) => one.path === path)?.label ?? wordsOfPath(path),
  );
  return STUDY_TEXT.heading(
    shown.length > 2 ? STUDY_TEXT.measures(shown.length) : list(shown),
    list(form.axes.map((axis) => axisText(axis, fields))),
    STUDY_TEXT.replications(form.replications, form.stop !== null),
  );
}

/** Returns an axis as part of a heading: `buffer 1–50 kB (25 points)`. */
export function axisText(axis: AxisFormState, fields: readonly Field[]): string {
  if (axis.kind === 'other') return STUDY_TEXT.together;
  const field = fields.find(({ path }) => path === axis.path);
  const label = uncapitalized(bareLabel(field?.label ?? wordsOfPath(axis.path)));
  return `${label} ${axis.kind === 'range' ? rangeText(axis, field?.unit) : valuesText(axis.values, field)}`;
}

/** Number of values that a heading lists. */
const LISTED = 5;

/** Shortens a list of values to its first and last ones: `1 kB, 2 kB, …, 50 kB (25 values)`. */
function valuesText(values: string, field: Field | undefined): string {
  const all = values.split(',').map((value) => listedText(value.trim(), field));
  if (all.length <= LISTED) return all.join(', ');
  return STUDY_TEXT.fewOf([...all.slice(0, LISTED - 1), '…', all.at(-1) ?? ''].join(', '), all.length);
}

/** Writes a value of a list: a word with its label, a number with a space before its unit. */
function listedText(value: string, field: Field | undefined): string {
  if (field?.words) return wordLabel(value, field);
  return value.replace(/^([\d.,]+)(?=[a-zµ%])/i, '$1 ');
}

/** `1 kB`, `50 kB` and 25 points as `1–50 kB (25 points)`. */
function rangeText({ from, to, points, spacing }: Range, of: Unit | undefined): string {
  const last = endText(to, of);
  const unit = /\s\S+$/.exec(last)?.[0] ?? '';
  const start = unit === '' ? endText(from, of) : startText(from, of, unit);
  return STUDY_TEXT.range(start, last, Math.max(0, Math.round(Number(points)) || 0), spacing === 'log');
}

/** First value of a range, in the unit of the last, below which it has a unit of its own: `200 B–1 MB`. */
const SMALLEST_START = 0.1;

/** Writes the first value of a range in the unit of the last, without that unit: `3000 B` beside `44 kB` as `3`. */
function startText(from: string, of: Unit | undefined, unit: string): string {
  const [first, one] = of === undefined ? [] : [parseQuantity(from, of), parseQuantity(`1${unit}`, of)];
  const share = first?.ok && one?.ok ? first.value / one.value : 0;
  if (share >= SMALLEST_START) return figureOf(Number(share.toPrecision(4)));
  const text = endText(from, of);
  return text.endsWith(unit) ? text.slice(0, -unit.length) : text;
}

/** Writes an end of a range in its best unit, or as it was entered where it is no quantity. */
function endText(end: string, unit: Unit | undefined): string {
  if (unit === undefined) return end.trim();
  const read = parseQuantity(end, unit);
  return read.ok ? figure(read.value, unit, 4) : end.trim();
}

/**
 * Returns a note on limits in bytes of a buffer that holds packets of several sizes: whether they are whole numbers of
 * the largest packet. Empty for any other parameter.
 */
export function stepText(xs: readonly number[], { buffer }: Field): string {
  const sizes = buffer?.counted === 'bytes' ? buffer.sizes : null;
  if (!sizes || xs.length === 0) return '';
  const packet = figure(sizes.largest, 'B', 5);
  const between = xs.filter((x) => hasRemainder(x, sizes));
  if (between.length === 0) return FINDING.wholePackets(packet);
  return FINDING.remainders(between.length, xs.length, packet);
}

type Interval = Pick<CurvePoint, 'mean' | 'half' | 'n'>;

/**
 * Writes a mean with the half-width of its 95 % interval: `2.2 % ± 0.1 (n = 3)`. Where all runs have the same value, no
 * interval describes it: `2.2 % in each of 3 runs`.
 */
export function intervalText(point: Interval, measure: Measure): string {
  const { mean, half, n } = point;
  if (half === 0) return FINDING.inEachOf(quantityText(mean, measure.quantity, 3), n);
  return FINDING.of(meanText(point, measure), n);
}

/** Writes the same without the number of runs, for tables that have it in a column. */
export function meanText({ mean, half }: Interval, { quantity }: Measure): string {
  const value = quantityText(mean, quantity, 3);
  if (half === null) return value;
  if (half === 0) return FINDING.inEach(value);
  const { per } = unitFor(quantity, Math.abs(mean));
  return FINDING.within(value, figureOf(Number((half / per).toPrecision(2))));
}

/** Writes a value of the x axis: `11 kB`. */
export function placeText(set: CurveSet, x: number, unit: Unit): string {
  return set.x.kind === 'words' ? (set.x.words[x] ?? '') : figure(x, unit, 4);
}

/** Names a panel by the value of its parameter: `Count 100`; empty for the only panel. */
export function panelText(value: unknown, field: Field | undefined): string {
  if (value === undefined || field === undefined) return '';
  const text = typeof value === 'number' ? figure(value, field.unit, 4) : wordLabel(wordOf(value), field);
  return `${bareLabel(field.label)} ${text}`;
}

function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the measure with the panel in the name of its part, which stands beside the title of a chart. */
export function measureIn(measure: Measure, panel: string): Measure {
  if (panel === '') return measure;
  return { ...measure, owner: STUDY_TEXT.measureOf(measure.owner, panel) };
}

/** Names a curve by the other parameters: `Count 100`; empty if there is only one curve. */
export function curveText({ of }: Curve, fields: readonly Field[]): string {
  return Object.entries(of)
    .map(([path, value]) => {
      const field = fields.find((one) => one.path === path);
      const words =
        typeof value === 'number' ? figure(value, field?.unit ?? '', 4) : wordLabel(String(value), field);
      return `${bareLabel(field?.label ?? wordsOfPath(path))} ${words}`;
    })
    .join(', ');
}

/**
 * Describes a curve: its minimum and maximum, a rise after the minimum if the intervals show one, and whether chance can
 * explain the difference. Empty for a curve without points.
 */
export function findingOf(set: CurveSet, curve: Curve, measure: Measure, unit: Unit): string {
  const { points } = curve;
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return '';
  const texts = (point: CurvePoint): [string, string] => [
    intervalText(point, measure),
    placeText(set, point.x, unit),
  ];
  if (points.length === 1) return FINDING.single(...texts(first));
  const least = points.reduce((best, point) => (point.mean < best.mean ? point : best));
  const most = points.reduce((best, point) => (point.mean > best.mean ? point : best));
  const extremes = FINDING.extremes(...texts(least), ...texts(most));
  const rises = least !== first && least !== last ? greatestAfter(points, least) : null;
  const percent = rises && least.mean > 0 ? Math.round(100 * (rises.mean / least.mean - 1)) : null;
  const rise = rises && isApart(least, rises) ? FINDING.rise(percent, ...texts(rises)) : '';
  const hasIntervals = least.half !== null && most.half !== null;
  const doubt = isApart(least, most) ? '' : hasIntervals ? FINDING.overlap : FINDING.oneRun;
  return `${extremes}${rise}${doubt}`;
}

/** Returns the greatest point to the right of `least`; null if it is the last one. */
function greatestAfter(points: readonly CurvePoint[], least: CurvePoint): CurvePoint | null {
  const after = points.slice(points.indexOf(least) + 1);
  return after.reduce<CurvePoint | null>(
    (best, point) => (best && best.mean >= point.mean ? best : point),
    null,
  );
}

/** Whether the 95 % intervals of two means do not overlap; false for points of a single run. */
function isApart(low: CurvePoint, high: CurvePoint): boolean {
  if (low.half === null || high.half === null) return false;
  return low.mean + low.half < high.mean - high.half;
}

/** Removes the unit from a label: `Buffer, bytes` becomes `Buffer`. */
export function bareLabel(label: string): string {
  return label.replace(/, (bytes|packets)$/, '');
}

function uncapitalized(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label[0]!.toLowerCase() + label.slice(1) : label;
}
