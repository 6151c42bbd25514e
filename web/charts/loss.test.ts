import { describe, expect, it } from 'vitest';
import type { Layout } from '../engine/protocol';
import { layoutOf, sceneOf } from './fixture';
import { loss } from './loss';

/** Adds the series of each group's loss ratio, which the fixture does not have. */
function withGroupLoss(layout: Layout): Layout {
  const series = layout.groups.map(({ id }) => ({
    id: `group.${id}.loss`,
    of: 'group' as const,
    owner: id,
    quantity: 'loss',
    unit: '',
    shape: 'line' as const,
  }));
  return { ...layout, series: [...layout.series, ...series] };
}

const tracesOf = (layout: Layout, group: string) =>
  loss.describe({ ...sceneOf(withGroupLoss(layout)), group }).traces;

describe('the loss chart', () => {
  it('has one line for the only group of a single bottleneck, which stretches the axis', () => {
    const traces = tracesOf(layoutOf(), 'tcp');
    expect(traces.map(({ label, scales }) => [label, scales])).toEqual([['TCP', true]]);
  });

  it('has one line per class, also for a selected group, if each class is one group', () => {
    const traces = tracesOf(layoutOf({ udp: true }), 'udp');
    expect(traces.map(({ label, scales }) => [label, scales])).toEqual([
      ['TCP', true],
      ['UDP', true],
    ]);
  });

  it('has one line per group, in styles of their own, if groups share a class, and none of the class', () => {
    const traces = tracesOf(withCalls(layoutOf({ udp: true })), '');
    expect(traces.map(({ label }) => label)).toEqual(['tcp', 'udp', 'calls']);
    const styles = traces.map(({ style: { color, dash } }) => `${color} ${dash.join(' ')}`);
    expect(new Set(styles).size).toBe(3);
  });

  it('has lines of classes at one of several links, and the whole path of a selected group', () => {
    const layout = layoutOf({ udp: true });
    const second = { ...layout.links[0]!, id: 'r1' };
    const traces = tracesOf(withCalls({ ...layout, links: [...layout.links, second] }), 'calls');
    expect(traces.map(({ label, scales }) => [label, scales])).toEqual([
      ['TCP', false],
      ['UDP', false],
      ['calls, whole path', true],
    ]);
  });
});

/** Adds a second group of UDP. */
function withCalls(layout: Layout): Layout {
  const udp = layout.groups.find(({ kind }) => kind === 'udp')!;
  return { ...layout, groups: [...layout.groups, { ...udp, id: 'calls', label: '' }] };
}
