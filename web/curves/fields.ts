/** What of a scenario can be varied: every number in it, by its path, with label, unit and values to begin with. */
import { formatQuantity } from '../controls/quantity';
import type { Catalog, ParamKind, Section, Unit } from '../engine/catalog';
import { isRecord } from '../scenario/path';
import type { Scenario } from '../scenario/types';

export interface Field {
  /** As in `bottlenecks.r0.queue.limit_bytes`. */
  path: string;
  label: string;
  /** What it belongs to: `Bottleneck r0`, `Group udp`, `Experiment`. */
  owner: string;
  unit: Unit;
  /** Null where the scenario has something else than a number there. */
  value: number | null;
  min: number;
  max: number;
}

/** All numbers of `scenario`, in the order of the path a packet takes, the narrow places first. */
export function fieldsOf(catalog: Catalog, scenario: Scenario): Field[] {
  const { sections } = catalog;
  const inside = (owner: string, path: string, section: Section | undefined, value: unknown): Field[] => {
    if (!section || !isRecord(value)) return [];
    return section.params.flatMap(({ name, label, unit, kind }): Field[] => {
      const at = value[name];
      const here = `${path}${name}`;
      if (kind.type === 'number' || kind.type === 'integer' || kind.type === 'distribution') {
        if (ALWAYS_VARIED.has(here)) return [];
        const { min, max } = kind;
        return [{ path: here, label, owner, unit, value: typeof at === 'number' ? at : null, min, max }];
      }
      return inside(owner, `${here}.`, sections[sectionOf(kind, at)], at);
    });
  };
  return [
    ...scenario.bottlenecks.flatMap((one) =>
      inside(`Bottleneck ${one.id}`, `bottlenecks.${one.id}.`, sections.bottleneck, one),
    ),
    ...scenario.groups.flatMap((one) =>
      inside(`Group ${one.label || one.id}`, `groups.${one.id}.`, sections.group, one),
    ),
    ...scenario.edges.flatMap((one) =>
      inside(`Edge router ${one.id}`, `edges.${one.id}.`, sections.edge, one),
    ),
    ...inside('Experiment', '', sections.scenario, scenario),
  ];
}

/** What is varied unless something else is chosen: the limit of the first buffer. */
export function firstField(fields: readonly Field[]): Field | undefined {
  return fields.find(({ path, value }) => /\.queue\.limit_\w+$/.test(path) && value !== null) ?? fields[0];
}

/** Values around the present one by equal ratios, as text; one to begin with where there is none. */
export function valuesAround({ value, unit, min, max }: Field, steps = 10): string {
  // In a list a comma separates values, not thousands.
  const written = (quantity: number): string => formatQuantity(quantity, unit).replaceAll(',', '');
  if (value === null || value <= 0) return value === null ? '' : written(value);
  const end = (factor: number): string => {
    const to = Math.min(max, Math.max(min, Number((value * factor).toPrecision(2))));
    return written(to);
  };
  const [lo, hi] = [end(1 / 4), end(4)];
  return lo === hi ? lo : `${lo}:${hi}:${steps}:log`;
}

/** Replications vary the seed; the length of the runs has fields of its own. */
const ALWAYS_VARIED = new Set(['seed', 'version', 'duration_s', 'warmup_s']);

function sectionOf(kind: ParamKind, value: unknown): string {
  if (kind.type === 'section') return kind.section;
  return kind.type === 'one_of' && isRecord(value) ? `${kind.registry}.${String(value.kind)}` : '';
}
