/**
 * Paths into a scenario: reading the value at one, and telling which problems concern it.
 *
 * Items of a list go by id or by position, in dots or in brackets: `bottlenecks.r0.rate_bps`,
 * `bottlenecks.0.rate_bps` and `bottlenecks[0].rate_bps` are the same field.
 */
import type { Problem } from '../engine/protocol';

/** The value at `path`; undefined where it leads nowhere. */
export function valueAtPath(root: unknown, path: string): unknown {
  let at: unknown = root;
  for (const segment of segmentsOf(path)) {
    if (Array.isArray(at)) at = itemOf(at, segment);
    else if (isRecord(at)) at = at[segment];
    else return undefined;
  }
  return at;
}

/** The path with every item of a list that has an id named by its id. */
export function canonical(root: unknown, path: string): string {
  let at: unknown = root;
  const names: string[] = [];
  for (const segment of segmentsOf(path)) {
    let name = segment;
    if (Array.isArray(at)) {
      at = itemOf(at, segment);
      if (isRecord(at) && typeof at.id === 'string') name = at.id;
    } else {
      at = isRecord(at) ? at[segment] : undefined;
    }
    names.push(name);
  }
  return names.join('.');
}

/** The problems of the field at `path` itself, or with `within` also of what is inside it. */
export function problemsAt(problems: Problem[], root: unknown, path: string, within = false): Problem[] {
  if (problems.length === 0) return [];
  const here = canonical(root, path);
  return problems.filter((problem) => {
    const there = canonical(root, problem.path);
    return there === here || (within && there.startsWith(`${here}.`));
  });
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A problem of an edit is written `edits.3: groups.udp.count`; what follows the colon is the field. */
function segmentsOf(path: string): string[] {
  const field = path.slice(path.lastIndexOf(':') + 1).trim();
  return field
    .replace(/\[(\w+)\]/g, '.$1')
    .split('.')
    .filter((segment) => segment !== '');
}

function itemOf(items: unknown[], segment: string): unknown {
  return items.find((item) => isRecord(item) && item.id === segment) ?? items[Number(segment)];
}
