/**
 * Addresses of fields: `bottlenecks.r0.queue.limit_packets`.
 *
 * Items of a list go by id or by position, as in the engine, whose ids are never bare numbers.
 */

/** The parts of a dotted path; none of the empty one, which is the whole. */
export function segmentsOf(path: string): string[] {
  return path === '' ? [] : path.split('.');
}

/** Position in `items` of the one with this id or at this index; -1 if there is none. */
export function indexOf(items: readonly unknown[], segment: string): number {
  if (/^\d+$/.test(segment)) {
    const index = Number(segment);
    return index < items.length ? index : -1;
  }
  return items.findIndex((item) => isRecord(item) && item.id === segment);
}

/** What stands at `path`; `undefined` if it leads nowhere. */
export function valueAt(root: unknown, path: string): unknown {
  let at = root;
  for (const segment of segmentsOf(path)) {
    if (Array.isArray(at)) at = at[indexOf(at, segment)] as unknown;
    else if (isRecord(at) && Object.hasOwn(at, segment)) at = at[segment];
    else return undefined;
  }
  return at;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
