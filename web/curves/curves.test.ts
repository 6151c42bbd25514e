import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Catalog } from '../engine/catalog';
import * as engine from '../generated/bufferlab_wasm.js';
import { valueAt } from '../scenario/path';
import type { Scenario } from '../scenario/types';
import type { CaseLine } from '../types/engine';
import { fieldsOf, firstField, valuesAround } from './fields';
import { measured, measuresOf } from './measures';
import { scenarioOf, studyOf, type Wish } from './plan';
import { means, pointsOf, xScale } from './points';
import { csvOf } from './table';
import { countedWarnings } from './warned';

let catalog: Catalog;
let scenarios: Scenario[];
let anomaly: Scenario;

beforeAll(() => {
  const wasm = readFileSync(new URL('../generated/bufferlab_wasm_bg.wasm', import.meta.url));
  engine.initSync({ module: wasm });
  catalog = JSON.parse(engine.catalog_json()) as Catalog;
  const presets = JSON.parse(engine.presets_json()) as { id: string; scenario: unknown }[];
  const complete = (scenario: unknown): Scenario =>
    (JSON.parse(engine.check_json(JSON.stringify(scenario))) as { scenario: Scenario }).scenario;
  scenarios = presets.map(({ scenario }) => complete(scenario));
  anomaly = complete(presets.find(({ id }) => id === 'anomaly')!.scenario);
});

const wish: Wish = { path: '', values: '', replications: '1', duration: '0.2 s', warmup: '0.1 s' };

describe('fields', () => {
  it('begin with the limit of the first buffer', () => {
    const first = firstField(fieldsOf(catalog, anomaly));
    expect(first?.path).toBe('bottlenecks.r0.queue.limit_bytes');
    expect(first && valuesAround(first)).toBe('2800 B:44 kB:10:log');
  });

  it('of every preset are where the scenario has them, and their first values make a plan', () => {
    for (const scenario of scenarios) {
      const fields = fieldsOf(catalog, scenario);
      expect(fields.filter(({ path }) => valueAt(scenario, path) === undefined)).toEqual([]);
      const first = firstField(fields)!;
      const wanted = studyOf(scenario, { ...wish, path: first.path, values: valuesAround(first) });
      const plan = JSON.parse(engine.plan_json(JSON.stringify('study' in wanted && wanted.study))) as object;
      expect(plan).toMatchObject({ ok: true });
    }
  });
});

describe('a study', () => {
  it('is not made of what cannot be read', () => {
    const wanted = studyOf(anomaly, { ...wish, replications: '', duration: 'long' });
    expect(wanted).toMatchObject({ problems: [{ path: 'duration_s' }, { path: 'replications' }] });
  });

  it('gives figures for every measure that applies, and back the scenario of a run', () => {
    const over = 'bottlenecks.r0.queue.limit_packets';
    const wanted = studyOf(anomaly, { ...wish, path: over, values: '20,40' });
    if (!('study' in wanted)) throw new Error('It can be read.');
    const run = new engine.CaseRun(JSON.stringify(wanted.study), 1);
    while (!run.advance(100_000));
    const line = JSON.parse(run.line_json()) as CaseLine;
    const none = measuresOf(anomaly).filter((measure) => measured(line, measure) === null);
    expect(none.map(({ path }) => path)).toEqual([
      'groups.tcp.transfers.mean_s',
      'groups.udp.mean_cwnd_packets',
      'groups.udp.timeouts',
      'groups.udp.transfers.mean_s',
    ]);
    expect(csvOf([line]).split('\n')[0]).toMatch(/^bottlenecks\.r0\.queue\.limit_packets,seed,key,/);

    const again = scenarioOf(wanted.study, line) as Scenario;
    expect(again.bottlenecks[0]?.queue).toMatchObject({ limit_packets: 40, limit_bytes: null });
    expect(again).toMatchObject({ duration_s: 0.2, seed: line.seed });
  });
});

describe('warnings', () => {
  const trap = (id: string, path = 'warmup_s') => ({ id, path, sentence: 'S.', remedy: `Mend ${id}.` });
  const line = (seed: number, ...warnings: object[]) =>
    ({ key: `${seed}`, point: { p: 1 }, seed, summary: { seed, warnings } }) as unknown as CaseLine;
  const failed: CaseLine = { key: 'k', point: { p: 1 }, seed: 4, error: 'too large' };

  it('are counted by the runs that give them', () => {
    const lines = [line(1, trap('b')), line(2), line(3, trap('a', 'x'), trap('a', 'y'), trap('b')), failed];
    expect(countedWarnings(lines)).toEqual([
      { id: 'b', remedy: 'Mend b.', runs: 2 },
      { id: 'a', remedy: 'Mend a.', runs: 1 },
    ]);
    expect(countedWarnings([line(1), failed])).toEqual([]);
  });

  it('are a column of the table: which there are, each once', () => {
    const table = csvOf([line(1), line(2, trap('a', 'x'), trap('a', 'y'), trap('b'))]).split('\n');
    expect(table).toEqual(['p,seed,key,warnings', '1,1,1,', '1,2,2,a b', '']);
  });
});

describe('points', () => {
  const line = (x: number, seed: number, utilization: number) =>
    ({
      key: `${x} ${seed}`,
      point: { p: x },
      seed,
      summary: { bottlenecks: [{ id: 'r0', utilization }] },
    }) as unknown as CaseLine;

  it('are joined by their means, and leave out what failed', () => {
    const [measure] = measuresOf(anomaly);
    const failed: CaseLine = { key: 'k', point: { p: 3 }, seed: 1, error: 'too large' };
    const points = pointsOf([line(2, 1, 0.5), line(1, 1, 1), line(2, 2, 0.7), failed], 'p', measure!);
    expect(means(points)).toEqual([
      { x: 1, y: 1, runs: 1 },
      { x: 2, y: 0.6, runs: 2 },
    ]);
  });

  it('stand at equal ratios on a logarithmic axis, and stay inside', () => {
    const log = xScale([1000, 10_000, 100_000], 400, true, 'B');
    expect(log.at(10_000)).toBeCloseTo(200);
    expect(log.unit.name).toBe('kB');
    expect(log.ticks.map(({ label }) => label)).toContain('10');
    const one = xScale([5], 400, false, 'packets');
    expect(one.at(5)).toBeCloseTo(200);
  });
});
