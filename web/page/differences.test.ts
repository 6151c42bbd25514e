import { describe, expect, it } from 'vitest';
import { catalog as small, param, scenario } from '../controls/fixtures';
import type { Catalog } from '../engine/catalog';
import { applyPatches } from '../scenario/patch';
import { differences } from './differences';

const { scenario: top, ...others } = small.sections;
if (!top) throw new Error('The fixture describes the scenario.');
const list = param({ name: 'bottlenecks', kind: { type: 'list', section: 'bottleneck', max: 8 } });
const catalog: Catalog = {
  ...small,
  sections: { ...others, scenario: { ...top, params: [...top.params, list] } },
};

/** What `path` set to `value` is called. */
function changed(path: string, value: unknown): string[] {
  const other = applyPatches(scenario, [{ path, value }]);
  return differences(catalog, scenario, other).map((text) => text.replaceAll('\u00a0', ' '));
}

const [first] = scenario.groups;
if (!first) throw new Error('The fixture has a group.');

describe('differences', () => {
  it('are empty between equal experiments with different titles', () => {
    expect(differences(catalog, scenario, structuredClone(scenario))).toEqual([]);
    expect(changed('title', 'Another')).toEqual([]);
  });

  it('contain the part, the parameter and the value with its unit', () => {
    expect(changed('bottlenecks.r0.rate_bps', 2.5e6)).toEqual(['r0 rate 2.5 Mb/s']);
    expect(changed('seed', 5)).toEqual(['seed 5']);
  });

  it('contain a parameter with two fields once', () => {
    expect(changed('bottlenecks.r0.queue.limit_packets', 20)).toHaveLength(1);
    expect(changed('bottlenecks.r0.queue.limit_bytes', 5000)).toHaveLength(1);
  });

  it('contain parts that exist in one experiment only', () => {
    expect(changed('groups.more', { ...first, id: 'more' })).toEqual(['with more']);
    expect(changed(`groups.${first.id}`, null)).toEqual([`without ${first.id}`]);
  });
});
