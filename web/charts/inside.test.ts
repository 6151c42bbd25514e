import { describe, expect, it } from 'vitest';
import { describedCharts } from './all';
import { inside, layoutOf, scenarioWith, sceneOf } from './fixture';
import { INSIDES } from './inside';

const layout = layoutOf({ gauges: true });
const scene = sceneOf(layout);
const chartsOf = (of = scene) => describedCharts(INSIDES, of).map(({ chart }) => chart);
const byId = (id: string, of = scene) => chartsOf(of).find((chart) => chart.id === id)!;

describe('inside the queue', () => {
  it('has a chart for each unit of its gauges', () => {
    expect(chartsOf().map(({ id }) => id)).toEqual([
      'inside-s',
      'inside-packets',
      'inside-B',
      'inside-b/s',
      'inside-ratio',
      'inside-flows',
      'inside-count',
    ]);
  });

  it('says what it is about, in the words of the catalog', () => {
    const titles = ['inside-s', 'inside-ratio'].map((id) => byId(id).title);
    expect(titles).toEqual(['All: sojourn at', 'All: L4S probability at']);
    expect(byId('inside-s').traces[0]!.help).toBe('What sojourn_s is.');
  });

  it('has the queue behind what is counted as it is, and leaves out the twin in the other unit', () => {
    const labels = (id: string, of = scene) => byId(id, of).traces.map(({ label }) => label);
    expect(labels('inside-packets')).toEqual(['average queue', 'limit', 'queue']);
    expect(labels('inside-B')).toEqual(['longest', 'queue']);
    const inBytes = sceneOf(layoutOf({ gauges: true, limit_bytes: 9000 }));
    expect(labels('inside-packets', inBytes)).toEqual(['average queue', 'queue']);
    expect(labels('inside-B', inBytes)).toEqual(['limit', 'longest', 'queue']);
  });

  it('draws what gauges are compared with, as it was over time, and no other parameter', () => {
    const edit = (at_s: number, path: string, value: unknown) => ({ at_s, set: [{ path, value }] });
    const other = { kind: 'drop_tail', limit_packets: 9, limit_bytes: null };
    const document = scenarioWith(inside.current.bottlenecks[0]!.queue, [
      edit(10, 'bottlenecks.r0.queue.target_s', 0.01),
      edit(20, 'bottlenecks.r0.queue', other),
      edit(30, 'bottlenecks.r0.queue', inside.current.bottlenecks[0]!.queue),
    ]);
    const [target, ...others] = byId('inside-s', { ...scene, document }).levels;
    expect(others).toEqual([]);
    expect(target).toEqual({
      label: 'target',
      value: 0.005,
      steps: [
        { from_s: 0, value: 0.005 },
        { from_s: 10, value: 0.01 },
        { from_s: 20, value: null },
        { from_s: 30, value: 0.005 },
      ],
    });
  });

  it('is about another link where the chosen one has no gauges', () => {
    expect(byId('inside-s', { ...scene, link: layout.links[1]! }).about).toBe('r0');
  });

  it('is not there where the kinds that are there now have no gauges', () => {
    const other = scenarioWith({ kind: 'drop_tail', limit_packets: 9, limit_bytes: null });
    expect(chartsOf({ ...scene, current: other })).toEqual([]);
    expect(chartsOf(sceneOf(null))).toEqual([]);
  });
});
