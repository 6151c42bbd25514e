/** What is different in run B, in words: `r0 buffer 20 packets`. */
import { figure } from '../controls/quantity';
import type { Catalog } from '../engine/catalog';
import { paramAt } from '../lab/live';
import { differencesBetween, type Difference } from '../scenario/differ';
import type { Scenario } from '../scenario/types';

/** What stands otherwise in `other` than in `one`, in the order of the document; texts for people are left out. */
export function differences(catalog: Catalog, one: Scenario, other: Scenario): string[] {
  return differencesBetween(one, other).flatMap((change) => sentence(catalog, other, change));
}

function sentence(catalog: Catalog, scenario: Scenario, { path, after: value }: Difference): string[] {
  const [, thing = ''] = /^(?:bottlenecks|edges|groups)\.([^.]+)/.exec(path) ?? [];
  if (path.endsWith(`.${thing}`)) return [value === undefined ? `without ${thing}` : `with ${thing}`];
  // Of two ways to say the same, as the limits of a queue, the one that is not used says nothing.
  if (value === null || value === undefined) return [];
  const param = paramAt(catalog, scenario, path);
  // `Buffer, packets`: the figure brings its unit.
  const label = param ? param.label.replace(/, .*/, '').toLowerCase() : path;
  const text = typeof value === 'number' ? figure(value, param?.unit ?? '', 4) : plain(value);
  return [[thing, label, text].filter((word) => word !== '').join(' ')];
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('_', ' ') : JSON.stringify(value);
}
