/**
 * Which problems concern a field.
 *
 * The engine and the forms may name the same item of a list by id or by position, so that paths are
 * compared with every item named by its id.
 */
import { indexOf, isRecord, segmentsOf } from '../scenario/path';

/** The problems, or warnings, of the field at `path` itself, or with `within` also of what is inside it. */
export function problemsAt<T extends { path: string }>(
  problems: T[],
  root: unknown,
  path: string,
  within = false,
): T[] {
  if (problems.length === 0) return [];
  const here = canonical(root, path);
  return problems.filter((problem) => {
    const there = canonical(root, problem.path);
    return there === here || (within && there.startsWith(`${here}.`));
  });
}

/** The path with every item of a list that has an id named by its id. */
export function canonical(root: unknown, path: string): string {
  let at: unknown = root;
  const names = segmentsOf(fieldOf(path)).map((segment) => {
    if (Array.isArray(at)) {
      at = at[indexOf(at, segment)] as unknown;
      return isRecord(at) && typeof at.id === 'string' ? at.id : segment;
    }
    at = isRecord(at) && Object.hasOwn(at, segment) ? at[segment] : undefined;
    return segment;
  });
  return names.join('.');
}

/** A problem of an edit is written `edits.3: groups.udp.count`; what follows the colon is the field. */
function fieldOf(path: string): string {
  return path.slice(path.lastIndexOf(':') + 1).trim();
}
