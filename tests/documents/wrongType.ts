/** One value of a JSON document replaced by a value of another type, from a seed. */

type Next = () => number;

/** Keys and indices that lead to a value. */
export type Path = readonly (string | number)[];

/** A document with one other value, and the path of that value. */
export interface Changed<T> {
  document: T;
  path: Path;
}

/** One value of each type of JSON, and of each type inside a list or an object, where a reader may expect another one. */
const VALUES: readonly unknown[] = [
  null,
  true,
  7,
  0.5,
  'text',
  '',
  [],
  [null],
  ['text'],
  [[7]],
  {},
  { path: 5 },
  { kind: 7 },
  { '0': null },
];

/** Replaces one value below the root; each value of the document is as likely as any other. */
export function withWrongType<T>(document: T, next: Next): Changed<T> {
  const paths = pathsIn(document);
  const path = pick(paths, next);
  const before = path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document);
  const others = VALUES.filter((value) => typeOf(value) !== typeOf(before));
  return { document: replaced(document, path, pick(others, next)) as T, path };
}

/** Whether a document has a value below its root. */
export const hasValues = (document: unknown): boolean => pathsIn(document).length > 0;

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return keys.flatMap((key) => {
    const at = [...path, key];
    return [at, ...pathsIn((value as Record<string, unknown>)[key], at)];
  });
}

function replaced(value: unknown, [key, ...rest]: Path, other: unknown): unknown {
  if (key === undefined) return other;
  if (Array.isArray(value)) return value.with(Number(key), replaced(value[Number(key)], rest, other));
  const fields = value as Record<string, unknown>;
  return { ...fields, [key]: replaced(fields[key], rest, other) };
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

function pick<T>(items: readonly T[], next: Next): T {
  return items[Math.floor(next() * items.length)]!;
}
