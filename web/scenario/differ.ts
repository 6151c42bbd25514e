/** The differences between two scenarios: fields with different values, in the order of the document. */
import { isRecord } from './path';

/** Field with two values, or an item that only one scenario has; its value in the other is `undefined`. */
export interface Difference {
  /** Path of the field, such as `bottlenecks.r0.queue.limit_bytes`, or of the item, such as `groups.udp`. */
  path: string;
  before: unknown;
  after: unknown;
}

/** Returns the differences of `after`, without titles, notes, labels and edits. Items of lists are compared by their ids. */
export function differencesBetween(before: unknown, after: unknown, path = ''): Difference[] {
  if (Object.is(before, after)) return [];
  const [one, other] = [fieldsOf(before), fieldsOf(after)];
  if (!one || !other) {
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, before, after }];
  }
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names
    .filter((name) => !IGNORED.has(name))
    .flatMap((name) => differencesBetween(one[name], other[name], path === '' ? name : `${path}.${name}`));
}

const IGNORED = new Set(['title', 'note', 'label', 'edits', 'id']);

/** Returns the fields of an object, or the items of a list by id; null for a plain value. */
function fieldsOf(value: unknown): Record<string, unknown> | null {
  if (isRecord(value)) return value;
  if (!Array.isArray(value) || !value.every(isRecord)) return null;
  return Object.fromEntries(value.map((item) => [String(item.id), item]));
}
