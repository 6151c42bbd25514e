/** What a frame takes on its way from the worker to the page: what the charts draw, however large the network. */
import { readFileSync } from 'node:fs';
import { serialize } from 'node:v8';
import { beforeAll, describe, expect, it } from 'vitest';
import { shownCharts } from '../web/charts/all';
import { needsOf } from '../web/charts/chart';
import { carries, columnsOf } from '../web/charts/columns';
import { Desk } from '../web/engine/desk';
import { NOW_PER_LINK, type Frame, type Layout, type Needs, type Report } from '../web/engine/protocol';
import { engineFromModule, type Engine } from '../web/engine/wasm';
import * as bindings from '../web/generated/bufferlab_wasm.js';

let engine: Engine;

beforeAll(() => {
  const wasm = readFileSync(new URL('../web/generated/bufferlab_wasm_bg.wasm', import.meta.url));
  bindings.initSync({ module: wasm });
  engine = engineFromModule(bindings);
});

/** One frame of a chart's usual width. */
const COLUMNS = 800;

/** A run at `until_s`, asked for frames of its last 20 s. */
function runOf(scenario: unknown, until_s: number) {
  const posted: { report: Report; bytes: number }[] = [];
  const desk = new Desk({
    engine,
    clock_ms: () => performance.now(),
    post: (report, transfer = []) => posted.push({ report, bytes: sizeOf(report, transfer) }),
    wake: () => undefined,
  });
  const last = <K extends Report['type']>(type: K) => {
    const found = posted.findLast(({ report }) => report.type === type);
    if (!found) throw new Error(`The desk has posted no \`${type}\`.`);
    return { ...found, report: found.report as Extract<Report, { type: K }> };
  };
  desk.receive({ type: 'open', run: 1, scenario, until_s, play: false });
  const { layout } = last('opened').report;
  while (last('state').report.seeking) desk.turn();
  return {
    layout,
    frame(needs: Needs): { frame: Frame; bytes: number } {
      const view = { t0_s: 0, t1_s: 20, follow_span_s: 20, columns: COLUMNS, window_s: 0.2, ...needs };
      desk.receive({ type: 'view', view });
      desk.receive({ type: 'want_frame' });
      const { report, bytes } = last('frame');
      return { frame: report, bytes };
    },
  };
}

/** What is handed over as memory, and what is copied. */
function sizeOf(report: Report, transfer: Transferable[]): number {
  const handed = transfer.map((memory) => (memory instanceof ArrayBuffer ? memory.byteLength : 0));
  const copied = Object.entries(report).filter(([, value]) => !ArrayBuffer.isView(value));
  return handed.reduce((sum, bytes) => sum + bytes, 0) + serialize(copied).byteLength;
}

/** What the charts that nobody has chosen need, of link number `i`. */
function usualNeeds(layout: Layout, i: number): Needs {
  const scene = {
    layout,
    link: layout.links[i]!,
    document: null,
    states: [],
    logarithmic: new Set<string>(),
  };
  return needsOf(...shownCharts(null).map((one) => one.describe(scene)));
}

const idsOf = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id);

/** Three TCP flows over so many bottlenecks there and back, and so many edge routers that nobody passes. */
function network(bottlenecks: number, edges: number): unknown {
  const link = (id: string) => ({
    id,
    rate_bps: 1e7,
    delay_s: 0.001,
    queue: { kind: 'drop_tail', limit_packets: 20 },
  });
  const links = (count: number, name: string) => Array.from({ length: count }, (_, i) => link(`${name}${i}`));
  const tcp = { id: 'tcp', count: 3, access: { rate_bps: 1e7 }, traffic: { kind: 'tcp' } };
  return {
    version: 1,
    duration_s: 60,
    bottlenecks: links(bottlenecks, 'r'),
    edges: links(edges, 'e'),
    groups: [tcp],
  };
}

const preset = (id: string): unknown => engine.presets().find((one) => one.id === id)!.scenario;

describe('a frame of the charts that are shown at first', () => {
  it('takes less than 100 kB with 48 links, as many as there can be; all of it takes 3.9 MB', () => {
    const { layout, frame } = runOf(network(8, 32), 20);
    expect(layout.links).toHaveLength(48);
    for (const [i, { id }] of layout.links.entries()) {
      const needs = usualNeeds(layout, i);
      const { frame: shown, bytes } = frame(needs);
      expect(carries(shown, needs), id).toBe(true);
      expect(bytes, id).toBeLessThan(100_000);
    }
    const all = frame({ series: idsOf(layout.series), histograms: idsOf(layout.links) });
    expect(all.bytes).toBeGreaterThan(3_800_000);
  });

  it('grows with the number of links by their present values only', () => {
    const [few, many] = [runOf(network(1, 0), 5), runOf(network(8, 32), 5)].map(
      ({ layout, frame }) => frame(usualNeeds(layout, 0)).frame,
    ) as [Frame, Frame];
    expect(many.data).toHaveLength(few.data.length);
    expect(many.histogram).toHaveLength(few.histogram.length);
    expect(many.now.length - few.now.length).toBe(46 * NOW_PER_LINK);
  });

  it('takes less than 100 kB in the preset `anomaly`; all of it takes 279 kB', () => {
    const { layout, frame } = runOf(preset('anomaly'), 20);
    expect(frame(usualNeeds(layout, 0)).bytes).toBeLessThan(100_000);
    const all = frame({ series: idsOf(layout.series), histograms: idsOf(layout.links) });
    expect(all.bytes).toBeGreaterThan(270_000);
  });

  it('says of each series what a frame of everything says', () => {
    const { layout, frame } = runOf(preset('anomaly'), 8);
    const needs = usualNeeds(layout, 0);
    const { frame: all } = frame({ series: idsOf(layout.series), histograms: idsOf(layout.links) });
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
