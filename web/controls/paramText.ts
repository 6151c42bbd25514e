/** What a parameter accepts and what it is by default, in words, from the catalog alone. */
import type { Param } from '../engine/catalog';
import type { Distribution } from '../scenario/types';
import { isRecord } from '../scenario/path';
import { formatQuantity } from './quantity';

/** The accepted values; null where the control itself shows them. */
export function rangeOf(param: Param): string | null {
  const { kind, unit } = param;
  switch (kind.type) {
    case 'number':
    case 'integer': {
      const range = `${formatQuantity(kind.min, unit)} to ${formatQuantity(kind.max, unit)}`;
      const whole = kind.type === 'integer' ? ', whole' : '';
      return kind.nullable ? `${range}${whole}, or empty: ${kind.null_label ?? 'none'}` : range + whole;
    }
    case 'distribution':
      return `${formatQuantity(kind.min, unit)} to ${formatQuantity(kind.max, unit)}: one for all, drawn, or a list`;
    case 'text':
      return `at most ${kind.max_length.toLocaleString('en')} characters`;
    case 'id':
      return '1 to 32 letters, digits, _ and -';
    case 'list':
      return `at most ${kind.max}`;
    case 'flag':
    case 'choice':
    case 'section':
    case 'one_of':
    case 'ref':
    case 'edits':
      return null;
  }
}

/** The default; null where there is none worth saying. */
export function defaultText(param: Param): string | null {
  const { kind, unit } = param;
  const value = param.default;
  if (value === undefined || value === '') return null;
  if (typeof value === 'number') return formatQuantity(value, unit);
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (kind.type === 'choice') return kind.options.find((option) => option.id === value)?.label ?? null;
  if (value === null && 'null_label' in kind) return kind.null_label ?? 'none';
  if (isDistribution(value)) return drawnText(value, unit);
  return typeof value === 'string' ? value : null;
}

/** `100 kB`, `5 ms to 10 ms`, `1 s on average, exponential`: a distribution in words. */
function drawnText(value: Distribution, unit: Param['unit']): string {
  const text = (number: number): string => formatQuantity(number, unit);
  if (typeof value === 'number') return text(value);
  if ('uniform' in value) return value.uniform.map(text).join(' to ');
  if ('exponential' in value) return `${text(value.exponential)} on average, exponential`;
  if ('list' in value) return value.list.map(text).join('; ');
  if ('bimodal' in value) {
    const [one, other, share] = value.bimodal;
    return `${text(one)}, and ${text(other)} for ${formatQuantity(share, 'ratio')}`;
  }
  const [mean, shape] = value.pareto;
  return `${text(mean)} on average, Pareto of shape ${shape}`;
}

/** Whether a value of the scenario is a distribution. */
export function isDistribution(value: unknown): value is Distribution {
  if (typeof value === 'number') return true;
  if (!isRecord(value)) return false;
  if (typeof value.exponential === 'number') return true;
  return [value.uniform, value.pareto, value.bimodal, value.list].some(Array.isArray);
}

/** One of several that a parameter can be, as its help explains it. */
export interface Choice {
  label: string;
  help: string;
  source: string | null;
}

/** The words a parameter chooses from; a registry's kinds are found by whoever has the catalog. */
export function choicesOf({ kind }: Param): Choice[] {
  return kind.type === 'choice' ? kind.options.map(({ label, help }) => ({ label, help, source: null })) : [];
}

/** A source as people cite it: `Ganjali 2007, Section 3.3` for `ganjali-2007 Section 3.3`. */
export function cited(source: string): string {
  return source.replace(
    /\b([a-z])([a-z]+)-(\d{4})\b( (?=\S))?/g,
    (_match, first: string, rest: string, year: string, more?: string) =>
      `${first.toUpperCase()}${rest} ${year}${more ? ', ' : ''}`,
  );
}
