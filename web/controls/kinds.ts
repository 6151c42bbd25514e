/** A value of a kind: a new one, or one that was of another kind before; and what changes with it. */
import { kindOf, type Catalog, type Param, type Section } from '../engine/catalog';
import { paramAt } from '../lab/live';
import type { Patch, Scenario } from '../scenario/types';
import { isRecord, valueAt } from '../scenario/path';
import { within } from './steps';

/**
 * The value for another kind, or for a first one where there is none yet. Parameters of the same name, unit and type keep their values, so that a
 * queue's limit survives a change of discipline; numbers that have no default get a modest value, and
 * the engine fills in the rest.
 */
export function switched(
  value: unknown,
  from: Section | null,
  to: Section,
  scenario: Scenario | null,
): Record<string, unknown> {
  const next: Record<string, unknown> = { kind: kindOf(to) };
  for (const param of to.params) {
    const before = from?.params.find((other) => other.name === param.name);
    const same = before?.unit === param.unit && before.kind.type === param.kind.type;
    const start = modest(param, scenario);
    if (same && isRecord(value) && param.name in value) next[param.name] = value[param.name];
    else if (start !== null) next[param.name] = start;
  }
  return next;
}

/**
 * Changes of the fields beside `path` that go with the kind `chosen` there, as the catalog says: those that are still at
 * their default. What someone has chosen stays.
 */
export function companions(
  catalog: Catalog,
  scenario: Scenario | null,
  path: string,
  chosen: string,
): Patch[] {
  const beside = path.slice(0, path.lastIndexOf('.'));
  const given = paramAt(catalog, scenario, path)?.companions ?? [];
  return given.flatMap(({ value, field, becomes }) => {
    const other = `${beside}.${field}`;
    const usual = paramAt(catalog, scenario, other)?.default;
    const goes = value === chosen && usual !== undefined && valueAt(scenario, other) === usual;
    return goes ? [{ path: other, value: becomes }] : [];
  });
}

/** A value to begin with where the catalog has no default; null where it has one. */
function modest(param: Param, scenario: Scenario | null): number | null {
  const { kind, unit } = param;
  if (param.default !== undefined || !('min' in kind)) return null;
  if (unit === 'b/s') {
    // A twentieth of the narrowest link: visible, but overwhelming nobody.
    const rates = scenario?.bottlenecks.map((link) => link.rate_bps) ?? [1e8];
    return within(Number((0.05 * Math.min(...rates)).toPrecision(2)), kind);
  }
  return within(unit === 's' ? 0.01 : 1, kind);
}
