/**
 * Decides whether a change applies to the running simulation or restarts it; the catalog has this for each parameter.
 *
 * Groups can be added and removed during a run; bottlenecks and edges cannot. Texts (title, note, labels) do not affect
 * the run.
 */
import { sectionOf, type Catalog, type Param, type ParamKind, type Section } from '../engine/catalog';
import { indexOf, isRecord, segmentsOf } from '../scenario/path';
import type { Patch } from '../scenario/types';

/** Returns whether all changes of `set` apply to a running simulation. */
export function isLive(catalog: Catalog, scenario: unknown, set: readonly Patch[]): boolean {
  return set.every(({ path }) => isWholeGroup(path) || (paramAt(catalog, scenario, path)?.live ?? false));
}

/** Returns whether `set` changes only texts. */
export function isTextOnly(set: readonly Patch[]): boolean {
  return set.every(
    ({ path, value }) =>
      typeof value === 'string' && /^(title|note|(groups|edges|bottlenecks)\.[^.]+\.label)$/.test(path),
  );
}

/**
 * Returns the parameter at the end of `path`, found by walking the scenario and the catalog together. For a field of a
 * distribution this is the distribution, and for a whole item its list. Returns `null` if there is none.
 */
export function paramAt(catalog: Catalog, scenario: unknown, path: string): Param | null {
  let section: Section | undefined = catalog.sections.scenario;
  let param: Param | null = null;
  let at: unknown = scenario;
  let inList = false;
  for (const segment of segmentsOf(path)) {
    at = child(at, segment);
    if (inList || (param && HELD_AS_PARTS.has(param.kind.type))) {
      inList = false;
      continue;
    }
    if (segment === 'kind' && param?.kind.type === 'one_of') return param;
    param = section?.params.find(({ name }) => name === segment) ?? null;
    if (!param) return null;
    inList = param.kind.type === 'list';
    section = inside(catalog, param.kind, at);
  }
  return param;
}

/** Types of parameters whose parts are no parameters. */
const HELD_AS_PARTS: ReadonlySet<ParamKind['type']> = new Set(['distribution', 'numbers', 'points']);

/** Returns whether `path` is a group as a whole. */
export function isWholeGroup(path: string): boolean {
  return /^groups\.[^.]+$/.test(path);
}

function child(at: unknown, segment: string): unknown {
  if (Array.isArray(at)) return at[indexOf(at, segment)] as unknown;
  return isRecord(at) ? at[segment] : undefined;
}

/** Returns the section that describes the content of a field. */
function inside(catalog: Catalog, kind: ParamKind, value: unknown): Section | undefined {
  if (kind.type === 'section' || kind.type === 'list') return catalog.sections[kind.section];
  if (kind.type !== 'one_of' || !isRecord(value)) return undefined;
  return sectionOf(catalog, kind.registry, value);
}
