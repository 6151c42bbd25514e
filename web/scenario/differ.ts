/** Where two scenarios differ: the fields that stand otherwise, in the order of the document. */
import { isRecord } from './path';

/** A field with another value, or a thing that only one of them has: `undefined` where it is not. */
export interface Difference {
  /** `bottlenecks.r0.queue.limit_bytes`; of a thing that only one has, its own: `groups.udp`. */
  path: string;
  before: unknown;
  after: unknown;
}

/** What stands otherwise in `after`; texts for people and edits are left out. Things are found by their ids. */
export function differencesBetween(before: unknown, after: unknown, path = ''): Difference[] {
  if (Object.is(before, after)) return [];
  const [one, other] = [fieldsOf(before), fieldsOf(after)];
  if (!one || !other) {
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, before, after }];
  }
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names
    .filter((name) => !WORDS.has(name))
    .flatMap((name) => differencesBetween(one[name], other[name], path === '' ? name : `${path}.${name}`));
}

const WORDS = new Set(['title', 'note', 'label', 'edits', 'id']);

/** The fields of an object, or the things of a list by id; null for a plain value. */
function fieldsOf(value: unknown): Record<string, unknown> | null {
  if (isRecord(value)) return value;
  if (!Array.isArray(value) || !value.every(isRecord)) return null;
  return Object.fromEntries(value.map((item) => [String(item.id), item]));
}
