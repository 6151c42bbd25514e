/**
 * Paths of fields, such as `bottlenecks.r0.queue.limit_packets`.
 *
 * An item of a list is addressed by its id or its position, as in the engine, where ids are never only digits.
 */

/** Returns the parts of a path; none for the empty path, which is the whole scenario. */
export function segmentsOf(path: string): string[] {
  return path === '' ? [] : path.split('.');
}

/** Returns the index of the item with this id or position; -1 if there is none. */
export function indexOf(items: readonly unknown[], segment: string): number {
  if (/^\d+$/.test(segment)) {
    const index = Number(segment);
    return index < items.length ? index : -1;
  }
  return items.findIndex((item) => isRecord(item) && item.id === segment);
}

/** Returns the value at `path`; `undefined` if it does not exist. */
export function valueAt(root: unknown, path: string): unknown {
  let at = root;
  for (const segment of segmentsOf(path)) {
    if (Array.isArray(at)) at = at[indexOf(at, segment)] as unknown;
    else if (isRecord(at) && Object.hasOwn(at, segment)) at = at[segment];
    else return undefined;
  }
  return at;
}

/** Lists of a scenario, whose items a path names by their ids; most paths begin with one. */
export const LISTS = ['bottlenecks', 'edges', 'groups'] as const;

/** Whether a path that begins with this name leads to an item of a list. */
export function isList(name: string): name is (typeof LISTS)[number] {
  return LISTS.some((list) => list === name);
}

/**
 * Returns the words of a path, for readers, where no catalog names the field or measure: `Queue limit bytes of r0` for
 * `bottlenecks.r0.queue.limit_bytes`.
 */
export function wordsOfPath(path: string): string {
  const [list = '', owner, ...rest] = segmentsOf(path);
  const isItem = isList(list) && owner !== undefined && rest.length > 0;
  const words = (isItem ? rest : segmentsOf(path))
    .map((segment) => segment.replace(/_(bp)?s$/, '').replaceAll('_', ' '))
    .join(' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${isItem ? ` of ${owner}` : ''}`;
}

/** Whether a value is an object that is neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
