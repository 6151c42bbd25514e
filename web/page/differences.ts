/** Describes the differences between two runs: "r0 buffer 20 packets". */
import { figure } from '../controls/quantity';
import type { Catalog } from '../engine/catalog';
import { paramAt } from '../lab/live';
import { differencesBetween, type Difference } from '../scenario/differ';
import type { Scenario } from '../scenario/types';
import { TWO_RUNS } from './lazyStrings';

/** Lists the parameters of `other` that differ from `one`, in the order of the document, without titles and labels. */
export function differences(catalog: Catalog, one: Scenario, other: Scenario): string[] {
  return differencesBetween(one, other).flatMap((change) => sentence(catalog, other, change));
}

function sentence(catalog: Catalog, scenario: Scenario, { path, after: value }: Difference): string[] {
  const [, thing = ''] = /^(?:bottlenecks|edges|groups)\.([^.]+)/.exec(path) ?? [];
  if (path.endsWith(`.${thing}`))
    return [value === undefined ? TWO_RUNS.without(thing) : TWO_RUNS.with(thing)];
  // Of two alternative fields, such as the limits of a queue in packets and in bytes, the unused one is left out.
  if (value === null || value === undefined) return [];
  const param = paramAt(catalog, scenario, path);
  // The label "Buffer, packets" has a unit, which the value has too.
  const label = param ? param.label.replace(/, .*/, '').toLowerCase() : path;
  const text = typeof value === 'number' ? figure(value, param?.unit ?? '', 4) : plain(value);
  return [[thing, label, text].filter((word) => word !== '').join(' ')];
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('_', ' ') : JSON.stringify(value);
}
