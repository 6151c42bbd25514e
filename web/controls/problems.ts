/**
 * Problems and warnings of a field.
 *
 * The engine and the forms may refer to the same item of a list by id or by position. Paths are therefore compared with
 * every item named by its id.
 */
import { indexOf, isRecord, segmentsOf } from '../scenario/path';

/** Returns the problems or warnings of the field at `path`; with `within` also those of fields inside it. */
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

/** Returns the path with each item of a list named by its id, if it has one. */
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

/** Returns the field of a path; a problem of an edit is written `edits.3: groups.udp.count`. */
function fieldOf(path: string): string {
  return path.slice(path.lastIndexOf(':') + 1).trim();
}
