import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Catalog } from '../engine/catalog';
import { engineFromModule, type Engine } from '../engine/wasm';
import * as bindings from '../generated/bufferlab_wasm.js';
import { applyPatches } from '../scenario/patch';
import type { Scenario } from '../scenario/types';
import { namesOf } from './naming';

let engine: Engine;
let catalog: Catalog;
let anomaly: Scenario;

beforeAll(() => {
  const wasm = readFileSync(new URL('../generated/bufferlab_wasm_bg.wasm', import.meta.url));
  bindings.initSync({ module: wasm });
  engine = engineFromModule(bindings);
  catalog = engine.catalog();
  anomaly = preset('anomaly');
});

function preset(id: string): Scenario {
  const checked = engine.check(engine.presets().find((one) => one.id === id)?.scenario);
  if (!checked.ok) throw new Error(checked.problems[0]?.message);
  return checked.scenario;
}

function changed(...set: [path: string, value: unknown][]): Scenario {
  const patched = applyPatches(
    anomaly,
    set.map(([path, value]) => ({ path, value })),
  );
  const checked = engine.check(patched);
  if (!checked.ok) throw new Error(checked.problems[0]?.message);
  return checked.scenario;
}

const LIMIT = 'bottlenecks.r0.queue.limit_bytes';
const names = (...documents: Scenario[]): (string | null)[] =>
  namesOf(catalog, documents).map((name) => name?.replaceAll('\u00a0', ' ') ?? null);

describe('the names of runs', () => {
  it('are the values of the only differing parameter', () => {
    expect(names(anomaly, changed([LIMIT, 30_000]))).toEqual(['11 kB', '30 kB']);
  });

  it('have labels for numbers without unit, or if several parameters differ', () => {
    expect(names(anomaly, changed(['seed', 7]))).toEqual(['seed 1', 'seed 7']);
    const both = changed([LIMIT, 30_000], ['groups.tcp.count', 500]);
    expect(names(anomaly, both)).toEqual(['buffer 11 kB, 1,000 flows', 'buffer 30 kB, 500 flows']);
  });

  it('name a limit in one unit only', () => {
    const inPackets = changed([LIMIT, null], ['bottlenecks.r0.queue.limit_packets', 30]);
    expect(names(anomaly, inPackets)).toEqual([
      expect.stringContaining('11 kB'),
      expect.stringContaining('30 packets'),
    ]);
  });

  it('are only the kind if the kinds have different parameters', () => {
    const [before, after] = names(
      anomaly,
      changed(['bottlenecks.r0.queue', { kind: 'codel', limit_bytes: 11_000 }]),
    );
    expect(before).toMatch(/^drop.tail$/i);
    expect(after).toMatch(/^codel$/i);
  });

  it('contain edits with their times', () => {
    const edits = [{ at_s: 60, set: [{ path: LIMIT, value: 30_000 }] }];
    expect(names(anomaly, { ...anomaly, edits })).toEqual(['11 kB', '11 kB → 30 kB at 60 s']);
  });

  it('name parts that only one run has', () => {
    const without = { ...anomaly, groups: anomaly.groups.filter(({ id }) => id === 'tcp') };
    expect(names(anomaly, without)).toEqual(['with udp', 'without udp']);
  });

  it('work for more than two runs', () => {
    expect(names(anomaly, changed([LIMIT, 30_000]), changed([LIMIT, 5000]))).toEqual([
      '11 kB',
      '30 kB',
      '5,000 B',
    ]);
  });

  it('are titles if the experiments differ in many parameters', () => {
    expect(names(anomaly, preset('one-flow'))).toEqual([anomaly.title, preset('one-flow').title]);
  });

  it('do not exist if nothing differs', () => {
    expect(names(anomaly, structuredClone(anomaly))).toEqual([null, null]);
    expect(names(anomaly)).toEqual([null]);
  });
});
