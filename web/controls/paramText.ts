/** Texts about a parameter from its catalog entry: accepted values, default, choices and source. */
import type { Param } from '../engine/catalog';
import type { Distribution } from '../scenario/types';
import { isDistribution, numbersOf, pointsOf, type Point } from '../scenario/distribution';
import { ACCEPTED, DISTRIBUTION_TEXT } from './lazyStrings';
import { formatQuantity } from './quantity';

/** Returns the accepted values as text; null if the control itself shows them. */
export function rangeOf(param: Param): string | null {
  const { kind, unit } = param;
  switch (kind.type) {
    case 'number':
    case 'integer': {
      const range = ACCEPTED.range(formatQuantity(kind.min, unit), formatQuantity(kind.max, unit));
      const whole = kind.type === 'integer' ? ACCEPTED.whole : '';
      const empty = kind.nullable ? ACCEPTED.orEmpty(kind.null_label ?? ACCEPTED.none) : '';
      return range + whole + empty;
    }
    case 'distribution':
      return ACCEPTED.distribution(formatQuantity(kind.min, unit), formatQuantity(kind.max, unit));
    case 'numbers':
      return ACCEPTED.numbers(kind.most, formatQuantity(kind.min, unit), formatQuantity(kind.max, unit));
    case 'points':
      return ACCEPTED.points(kind.most, formatQuantity(kind.last, 's'), formatQuantity(kind.max, unit));
    case 'text':
      return ACCEPTED.text(kind.max_length);
    case 'id':
      return ACCEPTED.id;
    case 'list':
      return ACCEPTED.items(kind.max);
    case 'flag':
    case 'choice':
    case 'section':
    case 'one_of':
    case 'ref':
    case 'edits':
      return null;
  }
}

/** Returns the default as text; null if there is none, or if it is not useful to show. */
export function defaultText(param: Param): string | null {
  const { kind, unit } = param;
  const value = param.default;
  if (value === undefined || value === '') return null;
  if (typeof value === 'number') return formatQuantity(value, unit);
  if (typeof value === 'boolean') return value ? ACCEPTED.on : ACCEPTED.off;
  if (kind.type === 'choice') return kind.options.find((option) => option.id === value)?.label ?? null;
  if (value === null && 'null_label' in kind) return kind.null_label ?? ACCEPTED.none;
  if (kind.type === 'points') return pointsText(pointsOf(value), unit);
  if (kind.type === 'numbers')
    return DISTRIBUTION_TEXT.list(numbersOf(value).map((number) => formatQuantity(number, unit)));
  if (isDistribution(value)) return distributionText(value, unit);
  return typeof value === 'string' ? value : null;
}

/** Describes points: `0 s: 10 Mb/s; 10 s: 5 Mb/s`. */
export function pointsText(points: readonly Point[], unit: Param['unit']): string {
  const text = ([time, value]: Point): string =>
    `${formatQuantity(time, 's')}: ${formatQuantity(value, unit)}`;
  return points.map(text).join('; ');
}

/** Describes a distribution: `100 kB`, `5 ms to 10 ms`, `1 s on average, exponential`. */
function distributionText(value: Distribution, unit: Param['unit']): string {
  const text = (number: number): string => formatQuantity(number, unit);
  if (typeof value === 'number') return text(value);
  if ('uniform' in value) return DISTRIBUTION_TEXT.uniform(value.uniform.map(text));
  if ('exponential' in value) return DISTRIBUTION_TEXT.exponential(text(value.exponential));
  if ('list' in value) return DISTRIBUTION_TEXT.list(value.list.map(text));
  if ('bimodal' in value) {
    const [one, other, share] = value.bimodal;
    return DISTRIBUTION_TEXT.bimodal(text(one), text(other), formatQuantity(share, 'ratio'));
  }
  const [mean, shape] = value.pareto;
  return DISTRIBUTION_TEXT.pareto(text(mean), shape);
}

/** A choice of a parameter, as the help explains it. */
export interface Choice {
  label: string;
  help: string;
  source: string | null;
}

/** Returns the options of a parameter of kind `choice`. The kinds of a registry are in the catalog. */
export function choicesOf({ kind }: Param): Choice[] {
  return kind.type === 'choice' ? kind.options.map(({ label, help }) => ({ label, help, source: null })) : [];
}

/** Formats a source as a citation: `Ganjali 2007, Section 3.3` for `ganjali-2007 Section 3.3`. */
export function cited(source: string): string {
  return source.replace(
    /\b([a-z])([a-z]+)-(\d{4})\b( (?=\S))?/g,
    (_match, first: string, rest: string, year: string, more?: string) =>
      `${first.toUpperCase()}${rest} ${year}${more ? ', ' : ''}`,
  );
}
