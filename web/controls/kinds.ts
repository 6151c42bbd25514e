/** Values of a kind, such as a queue discipline: a new value, a change to another kind, and the fields that change with it. */
import { kindOf, type Catalog, type Param, type Section } from '../engine/catalog';
import { paramAt } from '../lab/live';
import type { Patch, Scenario } from '../scenario/types';
import { isRecord, valueAt } from '../scenario/path';
import { within } from './steps';

/**
 * Returns the value with another kind, or a new value if there is none yet. Parameters of the same name, unit and type
 * keep their values, so that a change of discipline keeps the limit of a queue. Numbers without a default get an initial
 * value, and the engine fills in the rest.
 */
export function withKind(
  value: unknown,
  from: Section | null,
  to: Section,
  scenario: Scenario | null,
): Record<string, unknown> {
  const next: Record<string, unknown> = { kind: kindOf(to) };
  for (const param of to.params) {
    const before = from?.params.find((other) => other.name === param.name);
    const same = before?.unit === param.unit && before.kind.type === param.kind.type;
    const start = initialNumber(param, scenario);
    if (same && isRecord(value) && param.name in value) next[param.name] = value[param.name];
    else if (start !== null) next[param.name] = start;
  }
  return next;
}

/**
 * Returns the changes of fields beside `path` that the catalog prescribes for the kind `chosen`. Only fields with their
 * default value change.
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
    const unset = paramAt(catalog, scenario, other)?.default;
    const applies = value === chosen && unset !== undefined && valueAt(scenario, other) === unset;
    return applies ? [{ path: other, value: becomes }] : [];
  });
}

/** Returns an initial value if the catalog has no default; null if it has one. */
function initialNumber(param: Param, scenario: Scenario | null): number | null {
  const { kind, unit } = param;
  if (param.default !== undefined || !('min' in kind)) return null;
  if (unit === 'b/s') {
    // A hundredth of the slowest link, so that a new source does not change what the network shows.
    const rates = scenario?.bottlenecks.map((link) => link.rate_bps) ?? [1e8];
    return within(Number((0.01 * Math.min(...rates)).toPrecision(2)), kind);
  }
  return within(unit === 's' ? 0.01 : 1, kind);
}
