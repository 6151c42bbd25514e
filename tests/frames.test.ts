/** What a frame takes on its way from the worker to the page: what the charts draw, however large the network. */
import { beforeAll, describe, expect, it } from 'vitest';
import { shownCharts } from '../web/charts/all';
import { needsOf } from '../web/charts/chart';
import { carries, columnsOf } from '../web/samples/columns';
import { NOW_PER_LINK, type Frame, type Layout, type Needs } from '../web/engine/protocol';
import type { Engine } from '../web/engine/wasm';
import { compiledEngine, presetOf, runOf } from './run';

let engine: Engine;

beforeAll(() => {
  engine = compiledEngine();
});

interface Size {
  flows: number;
  series: string[];
  bytes: number;
}

/** Returns the needs of the standard charts for link number `i`. */
function usualNeeds(layout: Layout, i: number): Needs {
  const scene = {
    layout,
    link: layout.links[i]!,
    document: null,
    current: null,
    catalog: null,
    states: [],
    group: null,
    logarithmic: new Set<string>(),
    byGroup: new Set<string>(),
  };
  return needsOf(...shownCharts(null, null).map((one) => one.describe(scene)));
}

const idsOf = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id);

const everythingOf = ({ series, links }: Layout): Needs => ({
  series: idsOf(series),
  histograms: idsOf(links),
  counts: [],
});

/**
 * Returns a scenario with three TCP flows and UDP over some bottlenecks in both directions, some unused edge routers, and
 * `more` further groups of three TCP flows.
 */
function network(bottlenecks: number, edges: number, more = 0): unknown {
  const link = (id: string) => ({
    id,
    rate_bps: 1e7,
    delay_s: 0.001,
    queue: { kind: 'drop_tail', limit_packets: 20 },
  });
  const links = (count: number, name: string) => Array.from({ length: count }, (_, i) => link(`${name}${i}`));
  const tcp = (id: string) => ({ id, count: 3, access: { rate_bps: 1e7 }, traffic: { kind: 'tcp' } });
  const udp = { id: 'udp', access: { rate_bps: 1e7 }, traffic: { kind: 'poisson', rate_bps: 3e6 } };
  return {
    version: 1,
    duration_s: 60,
    bottlenecks: links(bottlenecks, 'r'),
    edges: links(edges, 'e'),
    groups: [tcp('tcp'), udp, ...Array.from({ length: more }, (_, i) => tcp(`tcp${i}`))],
  };
}

describe('a frame of the charts that are shown at first', () => {
  it('takes less than 100 kB with TCP and UDP over 48 links, as many as there can be; all of it takes 4.3 MB', () => {
    const { layout, frame } = runOf(engine, network(8, 32), 20);
    expect(layout.links).toHaveLength(48);
    for (const [i, { id }] of layout.links.entries()) {
      const needs = usualNeeds(layout, i);
      const { frame: shown, bytes } = frame(needs);
      expect(carries(shown, needs), id).toBe(true);
      expect(bytes, id).toBeLessThan(100_000);
    }
    const all = frame(everythingOf(layout));
    expect(all.bytes).toBeGreaterThan(4_300_000);
  });

  it('takes 15 kB more for each further group, whose throughput and window are drawn', () => {
    const [two, most] = [0, 14].map((more) => {
      const { layout, frame } = runOf(engine, network(8, 32, more), 20);
      const { frame: shown, bytes } = frame(usualNeeds(layout, 0));
      return { flows: layout.flows.length, series: shown.series.map(({ id }) => id), bytes };
    }) as [Size, Size];
    // One flow of each of the first four groups is watched instead of three of the only one.
    expect([two.flows, most.flows]).toEqual([3, 4]);
    const further = most.series.filter((id) => !two.series.includes(id) && id.startsWith('group.'));
    // With several links, the chart of loss has classes.
    expect(further).toHaveLength(2 * 14);
    expect(most.bytes).toBeLessThan(300_000);
  });

  it('grows with the number of links by their present values only', () => {
    const [few, many] = [runOf(engine, network(1, 0), 5), runOf(engine, network(8, 32), 5)].map(
      ({ layout, frame }) => frame(usualNeeds(layout, 0)).frame,
    ) as [Frame, Frame];
    expect(many.data).toHaveLength(few.data.length);
    expect(many.histogram).toHaveLength(few.histogram.length);
    expect(many.now.length - few.now.length).toBe(46 * NOW_PER_LINK);
  });

  it('takes less than 100 kB in the preset `anomaly`; all of it takes 299 kB', () => {
    const { layout, frame } = runOf(engine, presetOf(engine, 'anomaly'), 20);
    expect(frame(usualNeeds(layout, 0)).bytes).toBeLessThan(100_000);
    const all = frame(everythingOf(layout));
    expect(all.bytes).toBeGreaterThan(290_000);
  });

  it('says of each series what a frame of everything says', () => {
    const { layout, frame } = runOf(engine, presetOf(engine, 'anomaly'), 8);
    const needs = usualNeeds(layout, 0);
    const { frame: all } = frame(everythingOf(layout));
    const { frame: some } = frame(needs);
    for (const id of needs.series) {
      expect(columnsOf(some, id), id).toEqual(columnsOf(all, id));
      expect(
        columnsOf(some, id)!.hi.some((value) => value >= 0),
        id,
      ).toBe(true);
    }
    const width = all.histogram.length / layout.links.length;
    expect(some.histogram).toEqual(all.histogram.slice(0, width));
  });
});
