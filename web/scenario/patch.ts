/**
 * Changes of a scenario as pure functions. The old scenario is not modified, and unchanged parts are shared.
 *
 * They follow the engine's rules: a path to a new id appends the item, `null` at an item removes it, and one limit of a
 * queue replaces the other. The page uses them to show a change at once; the engine then accepts or refuses it.
 */
import { indexOf, isRecord, segmentsOf, valueAt } from './path';
import type { Patch, Problem } from './types';

/** Error of a path that does not exist. */
export class PatchError extends Error {
  readonly problem: Problem;

  constructor(path: string, message: string) {
    super(`${path}: ${message}`);
    this.problem = { path, message };
  }
}

/** Returns the scenario with the changes applied; throws `PatchError` if a path does not exist. */
export function applyPatches<T>(root: T, set: readonly Patch[]): T {
  return set.reduce((at, { path, value }) => changed(at, segmentsOf(path), value, path) as T, root);
}

/**
 * Whether `patch` can be shown before the engine confirms it: it replaces one plain value by another, so that the
 * scenario stays complete.
 */
export function isPlain(root: unknown, { path, value }: Patch): boolean {
  const before = valueAt(root, path);
  return before !== undefined && !isObject(before) && !isObject(value);
}

/** Returns the patches in order, without those that the next one overwrites. */
export function merged(set: readonly Patch[]): Patch[] {
  return set.filter(({ path }, i) => set[i + 1]?.path !== path);
}

function changed(at: unknown, [segment = '', ...rest]: string[], value: unknown, path: string): unknown {
  if (Array.isArray(at)) return changedList(at as unknown[], segment, rest, value, path);
  if (!isRecord(at) || !Object.hasOwn(at, segment)) throw new PatchError(path, 'does not exist');
  if (rest.length > 0) return { ...at, [segment]: changed(at[segment], rest, value, path) };
  return { ...at, ...otherLimit(at, segment, value), [segment]: value };
}

function changedList(
  items: unknown[],
  segment: string,
  rest: string[],
  value: unknown,
  path: string,
): unknown[] {
  const index = indexOf(items, segment);
  if (rest.length > 0) {
    if (index < 0) throw new PatchError(path, `there is no ${segment}`);
    return items.with(index, changed(items[index], rest, value, path));
  }
  if (index >= 0) return value === null ? items.toSpliced(index, 1) : items.with(index, value);
  if (!isRecord(value) || /^\d+$/.test(segment)) throw new PatchError(path, `there is no ${segment}`);
  return [...items, { ...value, id: segment }];
}

/** Returns the other limit of a queue as null, if `name` is one of the two and gets a value. */
function otherLimit(fields: Record<string, unknown>, name: string, value: unknown): Record<string, unknown> {
  const other = { limit_packets: 'limit_bytes', limit_bytes: 'limit_packets' }[name];
  return other !== undefined && value !== null && Object.hasOwn(fields, other) ? { [other]: null } : {};
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
