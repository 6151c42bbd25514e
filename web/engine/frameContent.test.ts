import { describe, expect, it } from 'vitest';
import { fakeEngine, fakeScenario } from './testing/fake-engine';
import { frameContent } from './frameContent';

const layoutWith = (groups: string[]) => {
  const scenario = fakeScenario();
  const [tcp] = scenario.groups;
  return fakeEngine()
    .open({ ...scenario, groups: groups.map((id) => ({ ...tcp, id })) })
    .layout();
};
const needs = (series: string[], histograms: string[] = [], counts: string[] = []) => ({
  series,
  histograms,
  counts,
});

describe('the content of a frame', () => {
  const layout = layoutWith(['a', 'b']);

  it('has positions and shapes in the order of the layout', () => {
    expect(
      frameContent(
        layout,
        needs(
          ['group.b.throughput_bps', 'link.r0.queue_packets'],
          ['group.b', 'r0'],
          ['group.b.throughput_bps'],
        ),
      ),
    ).toEqual({
      series: [
        { id: 'link.r0.queue_packets', shape: 'level' },
        { id: 'group.b.throughput_bps', shape: 'line' },
      ],
      seriesAt: Uint32Array.of(0, 2),
      counted: ['group.b.throughput_bps'],
      countedAt: Uint32Array.of(2),
      histograms: ['r0', 'group.b'],
      linksAt: Uint32Array.of(0),
      groupsAt: Uint32Array.of(1),
    });
  });

  it('has each known id once, and no unknown id', () => {
    const twice = ['group.a.throughput_bps', 'group.a.throughput_bps', 'group.gone.throughput_bps', ''];
    const { series, seriesAt, histograms, linksAt } = frameContent(layout, needs(twice, ['gone']));
    expect(series.map(({ id }) => id)).toEqual(['group.a.throughput_bps']);
    expect([...seriesAt]).toEqual([1]);
    expect([histograms, [...linksAt]]).toEqual([[], []]);
  });

  it('moves when an edit adds or removes earlier series', () => {
    const of = (groups: string[]) => [
      ...frameContent(layoutWith(groups), needs(['group.b.throughput_bps'])).seriesAt,
    ];
    expect([of(['a', 'b']), of(['b']), of(['c', 'a', 'b']), of(['a'])]).toEqual([[2], [1], [3], []]);
  });
});
