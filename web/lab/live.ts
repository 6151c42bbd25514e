/**
 * Which changes the running simulation takes, and which start it again: the catalog says so.
 *
 * Whole groups come and go while it runs; bottlenecks and edges stay where they are. Texts for people
 * (title, note, labels) change nothing in the network and touch the run not at all.
 */
import { sectionOf, type Catalog, type Param, type ParamKind, type Section } from '../engine/catalog';
import { indexOf, isRecord, segmentsOf } from '../scenario/path';
import type { Patch } from '../scenario/types';

/** True if every change of `set` may happen to the running simulation. */
export function isLive(catalog: Catalog, scenario: unknown, set: readonly Patch[]): boolean {
  return set.every(({ path }) => isWholeGroup(path) || (paramAt(catalog, scenario, path)?.live ?? false));
}

/** True if `set` changes only texts for people. */
export function isWords(set: readonly Patch[]): boolean {
  return set.every(
    ({ path, value }) =>
      typeof value === 'string' && /^(title|note|(groups|edges|bottlenecks)\.[^.]+\.label)$/.test(path),
  );
}

/**
 * The parameter that `path` ends at, found by walking the scenario and the catalog together; for a field
 * inside a distribution, the distribution; for a whole item, its list. `null` where there is none.
 */
export function paramAt(catalog: Catalog, scenario: unknown, path: string): Param | null {
  let section: Section | undefined = catalog.sections.scenario;
  let param: Param | null = null;
  let at: unknown = scenario;
  let inList = false;
  for (const segment of segmentsOf(path)) {
    at = child(at, segment);
    if (inList || param?.kind.type === 'distribution') {
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

function isWholeGroup(path: string): boolean {
  return /^groups\.[^.]+$/.test(path);
}

function child(at: unknown, segment: string): unknown {
  if (Array.isArray(at)) return at[indexOf(at, segment)] as unknown;
  return isRecord(at) ? at[segment] : undefined;
}

/** The section that describes what stands inside a field. */
function inside(catalog: Catalog, kind: ParamKind, value: unknown): Section | undefined {
  if (kind.type === 'section' || kind.type === 'list') return catalog.sections[kind.section];
  if (kind.type !== 'one_of' || !isRecord(value)) return undefined;
  return sectionOf(catalog, kind.registry, value);
}
