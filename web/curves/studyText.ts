/** Studies and curves in words: the heading, the finding below a chart, what stands at a point. */
import { quantityText, unitFor, figure as figureOf } from '../charts/format';
import { figure } from '../controls/quantity';
import { hasRemainder } from '../controls/wholePackets';
import type { Unit } from '../engine/catalog';
import type { Curve, CurvePoint, CurveSet } from './data';
import type { Field } from './fields';
import { named, type Measure } from './measures';
import type { StudyFormState } from './formState';

/** `Loss, UDP, against buffer, 1–50 kB in 25 steps, 3 seeds` */
export function headingOf(
  form: StudyFormState,
  fields: readonly Field[],
  measures: readonly Measure[],
): string {
  const known = named(measures.filter(({ path }) => form.measures.includes(path)));
  const shown = form.measures.map((path) => known.find((one) => one.path === path)?.label ?? path);
  const what = shown.length > 2 ? `${shown.length} measures` : shown.join(' and ');
  const axes = form.axes.map((axis) => {
    if ('other' in axis) return 'fields that move together';
    const label = bareLabel(fields.find(({ path }) => path === axis.path)?.label ?? axis.path);
    return `${small(label)} ${valuesText(axis.values)}`;
  });
  const seeds = `${form.replications} seed${form.replications.trim() === '1' ? '' : 's'}`;
  const against = axes.length > 0 ? ` against ${axes.join(' and ')}` : '';
  return `${what}${against}, ${form.stop ? `up to ${seeds}` : seeds}`;
}

/** `1 kB:50 kB:25` as `1–50 kB in 25 steps`. */
export function valuesText(values: string): string {
  const match = /^\s*([^:,]+):([^:,]+):\s*(\d+)\s*(:\s*log)?\s*$/.exec(values);
  if (!match) return values;
  const [, from = '', to = '', steps = '', log] = match.map((part) =>
    // `50kB` reads as `50 kB`.
    (part as string | undefined)?.trim().replace(/(\d)(?=[A-Za-zµ])/, '$1 '),
  );
  const unit = / \S+$/.exec(to)?.[0] ?? '';
  const first = unit !== '' && from.endsWith(unit) ? from.slice(0, -unit.length) : from;
  return `${first}–${to} in ${steps} ${log ? 'points, log-spaced' : 'steps'}`;
}

/**
 * Of a buffer in bytes against which packets of several sizes are measured: `Limits are whole packets of 1,000 B`, or how
 * many are not; nothing of any other field.
 */
export function stepText(xs: readonly number[], { buffer }: Field): string {
  const sizes = buffer?.counted === 'bytes' ? buffer.sizes : null;
  if (!sizes || xs.length === 0) return '';
  const packet = figure(sizes.largest, 'B', 5);
  const between = xs.filter((x) => hasRemainder(x, sizes));
  if (between.length === 0) return `Step of the limits: whole packets of ${packet}.`;
  return `${between.length} of ${xs.length} limits are no whole number of packets of ${packet}; what is left over has room for smaller packets only, so that this curve is not smooth.`;
}

/** `2.2 % ± 0.1 (n 3)` */
export function intervalText(
  { mean, half, n }: Pick<CurvePoint, 'mean' | 'half' | 'n'>,
  { quantity }: Measure,
): string {
  const unit = unitFor(quantity, Math.abs(mean));
  const around = half === null ? '' : ` ± ${figureOf(Number((half / unit.per).toPrecision(2)))}`;
  return `${quantityText(Number(mean.toPrecision(3)), quantity)}${around} (n ${n})`;
}

/** Where on the x axis: `11 kB`. */
export function placeText(set: CurveSet, x: number, unit: Unit): string {
  return set.x.kind === 'words' ? (set.x.words[x] ?? '') : figure(x, unit, 4);
}

/** Which curve: `Count 100`; nothing where there is only one. */
export function curveText({ of }: Curve, fields: readonly Field[]): string {
  return Object.entries(of)
    .map(([path, value]) => {
      const field = fields.find((one) => one.path === path);
      const words = typeof value === 'number' ? figure(value, field?.unit ?? '', 4) : String(value);
      return `${bareLabel(field?.label ?? path)} ${words}`;
    })
    .join(', ');
}

/**
 * What a curve shows, in a sentence: where it is least and greatest, and whether the two can be told apart; of a
 * curve that falls and rises again, that it does.
 */
export function findingOf(set: CurveSet, curve: Curve, measure: Measure, unit: Unit): string {
  const { points } = curve;
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return '';
  const told = (point: CurvePoint): string =>
    `${placeText(set, point.x, unit)}: ${intervalText(point, measure)}`;
  if (points.length === 1) return `At ${told(first)}.`;
  const least = points.reduce((best, point) => (point.mean < best.mean ? point : best));
  const most = points.reduce((best, point) => (point.mean > best.mean ? point : best));
  const sentences = [`Smallest at ${told(least)}`, `largest at ${told(most)}`];
  const rises = least !== first && least !== last ? greatestAfter(points, least) : null;
  if (rises && isApart(least, rises)) {
    const by = least.mean > 0 ? ` by ${Math.round(100 * (rises.mean / least.mean - 1))} %` : '';
    sentences.push(`from the smallest it rises again${by}, at ${told(rises)}`);
  }
  const unsure = isApart(least, most) ? '' : ` The two cannot be told apart at n = ${least.n}.`;
  return `${sentences.join('; ')}.${unsure}`;
}

/** The greatest of those to the right of `least`. */
function greatestAfter(points: readonly CurvePoint[], least: CurvePoint): CurvePoint | null {
  const after = points.slice(points.indexOf(least) + 1);
  return after.reduce<CurvePoint | null>(
    (best, point) => (best && best.mean >= point.mean ? best : point),
    null,
  );
}

/** Whether the 95 % intervals of two means leave room between them. Of single runs nobody can say. */
function isApart(low: CurvePoint, high: CurvePoint): boolean {
  if (low.half === null || high.half === null) return false;
  return low.mean + low.half < high.mean - high.half;
}

/** Without its unit: `Buffer` of `Buffer, bytes`. */
export function bareLabel(label: string): string {
  return label.replace(/, (bytes|packets)$/, '');
}

function small(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label[0]!.toLowerCase() + label.slice(1) : label;
}
