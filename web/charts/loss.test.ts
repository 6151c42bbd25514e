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

  it('has a line of the selected group beside those of the classes if there are several groups', () => {
    const traces = tracesOf(layoutOf({ udp: true }), 'udp');
    expect(traces.map(({ label, scales }) => [label, scales])).toEqual([
      ['TCP', false],
      ['UDP', false],
      ['udp', true],
    ]);
  });
});
