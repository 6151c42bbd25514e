/** What is different in run B, in words: `r0 buffer 20 packets`. */
import { figure } from '../controls/quantity';
import type { Catalog } from '../engine/catalog';
import { paramAt } from '../lab/live';
import { isRecord } from '../scenario/path';
import type { Scenario } from '../scenario/types';

/** What stands otherwise in `other` than in `one`, in the order of the document; texts for people are left out. */
export function differences(catalog: Catalog, one: Scenario, other: Scenario): string[] {
  return between(one, other, '').flatMap((change) => sentence(catalog, other, change));
}

/** A value that is another; `undefined` where a thing is gone. */
interface Change {
  path: string;
  value: unknown;
}

const WORDS = new Set(['title', 'note', 'label', 'edits', 'id']);

function between(one: unknown, other: unknown, path: string): Change[] {
  if (Object.is(one, other)) return [];
  const [before, after] = [fieldsOf(one), fieldsOf(other)];
  if (!before || !after) return JSON.stringify(one) === JSON.stringify(other) ? [] : [{ path, value: other }];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => !WORDS.has(name))
    .flatMap((name) => between(before[name], after[name], path === '' ? name : `${path}.${name}`));
}

/** The fields of an object, or the things of a list by id; null for a plain value. */
function fieldsOf(value: unknown): Record<string, unknown> | null {
  if (isRecord(value)) return value;
  if (!Array.isArray(value) || !value.every(isRecord)) return null;
  return Object.fromEntries(value.map((item) => [String(item.id), item]));
}

function sentence(catalog: Catalog, scenario: Scenario, { path, value }: Change): string[] {
  const [, thing = ''] = /^(?:bottlenecks|edges|groups)\.([^.]+)/.exec(path) ?? [];
  if (path.endsWith(`.${thing}`)) return [value === undefined ? `without ${thing}` : `with ${thing}`];
  // Of two ways to say the same, as the limits of a queue, the one that is not used says nothing.
  if (value === null || value === undefined) return [];
  const param = paramAt(catalog, scenario, path);
  // `Buffer, packets`: the figure brings its unit.
  const label = param ? param.label.replace(/, .*/, '').toLowerCase() : path;
  const text = typeof value === 'number' ? figure(value, param?.unit ?? '', 4) : plain(value);
  return [[thing, label, text].filter((word) => word !== '').join(' ')];
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('_', ' ') : JSON.stringify(value);
}
