import { beforeAll, describe, expect, it } from 'vitest';
import { startEngines } from '../../tests/both-engines';
import type { Catalog } from '../engine/catalog';
import * as desk from '../generated/bufferlab_desk.js';
import * as engine from '../generated/bufferlab_wasm.js';
import { valueAt } from '../scenario/path';
import type { Scenario } from '../scenario/types';
import type { CaseLine, StudyDocument } from '../types/engine';
import { MAX_RUNS } from '../study/protocol';
import { moved } from './CurvePanel';
import { curvesOf } from './data';
import { decayOf } from './decay';
import { axisAround, fieldsOf, firstField, valuesAround } from './fields';
import { viewFromText, DEFAULT_VIEW, textFromView } from './viewSettings';
import { mapOf } from './map';
import { firstMeasure, measured, measuresOf } from './measures';
import { inputsFor, violatedAssumptions, overlaysFor } from './overlays';
import { xScale, yScale } from './scale';
import { findingOf, headingOf, intervalText, stepText, valuesText } from './studyText';
import { csvOf } from './table';
import { countWarnings } from './warningCounts';
import { scenarioOf, studyOf, formStateOf, type StudyFormState } from './formState';

let catalog: Catalog;
let scenarios: Scenario[];
let anomaly: Scenario;

beforeAll(() => {
  const started = startEngines();
  catalog = started.catalog;
  scenarios = [...started.presets.values()];
  anomaly = started.presets.get('anomaly')!;
});

const BUFFER = 'bottlenecks.r0.queue.limit_bytes';
const LOSS = 'bottlenecks.r0.loss.udp';

const formStateFor = (scenario: Scenario, change: Partial<StudyFormState> = {}): StudyFormState => ({
  scenario,
  axes: [{ path: BUFFER, values: '5 kB, 10 kB' }],
  replications: '1',
  seeds: 'common',
  duration: '200 ms',
  warmup: '100 ms',
  stop: null,
  measures: [LOSS],
  set: [],
  where: [],
  ...change,
});

function asked(form: StudyFormState): StudyDocument {
  const wanted = studyOf(form);
  if (!('study' in wanted)) throw new Error(JSON.stringify(wanted));
  return wanted.study;
}

const plan = (study: StudyDocument) =>
  JSON.parse(engine.plan_json(JSON.stringify(study), MAX_RUNS)) as { ok: boolean; cases: { key: string }[] };

describe('fields', () => {
  it('begin with the limit of the first buffer', () => {
    const first = firstField(fieldsOf(catalog, anomaly));
    expect(first?.path).toBe(BUFFER);
    expect(first && axisAround(first)).toEqual({
      path: BUFFER,
      values: '3000 B:44 kB:10:log',
      multiple: 1000,
    });
  });

  it('have whole numbers of flows, and kinds as words', () => {
    const fields = fieldsOf(catalog, anomaly);
    const count = fields.find(({ path }) => path === 'groups.tcp.count')!;
    expect(valuesAround({ ...count, value: 10 }, 4)).toBe('3 flows:40 flows:4:log');
    const controller = fields.find(({ path }) => path === 'groups.tcp.traffic.congestion_control.kind')!;
    expect(controller.words?.slice(0, 2)).toEqual(['reno', expect.any(String)]);
    const axes = [{ path: 'bottlenecks.r0.queue.kind', values: 'drop_tail, codel' }];
    const study = asked(formStateFor(anomaly, { axes }));
    expect(plan(study).cases).toHaveLength(2);
    const line = { point: { 'bottlenecks.r0.queue.kind': 'codel' }, seed: 1 } as unknown as CaseLine;
    const opened = scenarioOf(study, line, catalog) as Scenario;
    // The limit stays; what only the other kind has goes.
    expect(opened.bottlenecks[0]?.queue).toMatchObject({ kind: 'codel', limit_bytes: 11_000 });
    expect(JSON.parse(engine.check_json(JSON.stringify(opened)))).toMatchObject({ ok: true });
  });

  it('that are buffers may be written as time or BDP, and ranges of bytes go in whole packets', () => {
    const fields = fieldsOf(catalog, anomaly);
    const values = (axis: { path: string; values: string; multiple?: number }) => {
      const wanted = studyOf(formStateFor(anomaly, { axes: [axis] }), fields);
      if (!('study' in wanted)) return wanted.problems[0]?.message;
      const { cases } = JSON.parse(engine.plan_json(JSON.stringify(wanted.study), MAX_RUNS)) as {
        cases: { point: Record<string, number> }[];
      };
      return cases.map(({ point }) => point[axis.path]);
    };
    expect(values({ path: BUFFER, values: '2 ms, 0.1 BDP, 5 kB' })).toEqual([25_000, 158_000, 5000]);
    expect(values({ path: BUFFER, values: '1 ms:4 ms:2' })).toEqual([13_000, 50_000]);
    expect(values(axisAround(firstField(fields)!))).toEqual(
      [3, 4, 5, 7, 10, 13, 18, 24, 33, 44].map((packets) => 1000 * packets),
    );
    expect(values({ path: BUFFER, values: '3 apples' })).toContain('0.1 BDP');
  });

  it('of the anomaly show it by default: from its first minimum UDP loses more with more buffer', () => {
    const axis = axisAround(firstField(fieldsOf(catalog, anomaly))!);
    // A third of the preset's length: the rise is several times what two seeds differ by.
    const study = asked(formStateFor(anomaly, { axes: [axis], duration: '40 s', warmup: '15 s' }));
    const cases = plan(study).cases.length;
    const lines = Array.from({ length: cases }, (_, index) => {
      const run = new engine.CaseRun(JSON.stringify(study), index);
      while (!run.advance(1_000_000));
      return JSON.parse(run.line_json()) as CaseLine;
    });
    const loss = lines.map((line) => measured(line, LOSS)!);
    const least = loss.findIndex((y, i) => i > 0 && y <= loss[i - 1]! && y < (loss[i + 1] ?? 0));
    const after = Math.max(...loss.slice(least + 1));
    expect(Math.min(...loss)).toBeGreaterThan(0.005);
    expect(after, loss.join(' ')).toBeGreaterThan(1.15 * loss[least]!);
  }, 120_000);

  it('say in the legend in which steps a limit in bytes goes', () => {
    const field = firstField(fieldsOf(catalog, anomaly))!;
    expect(stepText([3000, 44_000], field)).toBe('Step of the limits: whole packets of 1,000\u00a0B.');
    expect(stepText([2800, 3000, 44_000], field)).toContain('1 of 3 limits');
  });

  it('of every preset are where the scenario has them, and their first values make a plan', () => {
    for (const scenario of scenarios) {
      const fields = fieldsOf(catalog, scenario);
      expect(fields.filter(({ path }) => valueAt(scenario, path) === undefined)).toEqual([]);
      const first = firstField(fields)!;
      const measure = firstMeasure(measuresOf(catalog, scenario), catalog, scenario)!;
      const axes = [axisAround(first)];
      expect(plan(asked(formStateFor(scenario, { axes, measures: [measure.path] })))).toMatchObject({
        ok: true,
      });
    }
  });
});

describe('a study', () => {
  it('is not made of what cannot be read', () => {
    const stop = { measure: LOSS, width: 'narrow', atLeast: '1' };
    const wanted = studyOf(formStateFor(anomaly, { replications: '', duration: 'long', stop }));
    const paths = 'problems' in wanted && wanted.problems.map(({ path }) => path);
    expect(paths).toEqual(['duration_s', 'replications', 'stop.half_width', 'stop.at_least']);
  });

  it('comes back from its document as it was, in whatever form axes are written', () => {
    const stop = { measure: LOSS, width: '10 %', atLeast: '5' };
    const form = formStateFor(anomaly, {
      seeds: 'independent',
      stop,
      replications: '50',
      where: ['seed > 0'],
    });
    const unitOf = () => 'B' as const;
    const whole = formStateFor(anomaly, {
      axes: [{ path: BUFFER, values: '3 kB:44 kB:10:log', multiple: 1000 }],
    });
    expect(formStateOf(asked(whole), anomaly, unitOf)).toEqual(whole);
    expect(formStateOf(asked(form), anomaly, unitOf)).toEqual(form);
    const forms: StudyDocument['over'] = [
      { path: BUFFER, values: [5000, 10_000] },
      { path: BUFFER, from: 1000, to: 50_000, steps: 5, log: true },
      { together: [`${BUFFER}=1kB,2kB`, 'groups.tcp.count=1,2'] },
      `${BUFFER}=1kB,2kB & groups.tcp.count=1,2`,
    ];
    for (const over of forms) {
      const study: StudyDocument = { ...asked(form), over: [over] };
      const again = asked({ ...formStateOf(study, anomaly, unitOf), measures: [LOSS] });
      const keys = (one: StudyDocument) => plan(one).cases.map(({ key }) => key);
      expect(keys(study).length).toBeGreaterThan(1);
      expect(keys(again)).toEqual(keys(study));
    }
  });

  it('gives figures for what can be shown, and back the scenario of a run', () => {
    const axes = [{ path: 'bottlenecks.r0.queue.limit_packets', values: '20,40' }];
    const study = asked(formStateFor(anomaly, { axes, duration: '2 s' }));
    const run = new engine.CaseRun(JSON.stringify(study), 1);
    while (!run.advance(100_000));
    const line = JSON.parse(run.line_json()) as CaseLine;
    const all = measuresOf(catalog, anomaly);
    expect(all.length).toBeGreaterThan(40);
    const figures = all.filter(({ path }) => measured(line, path) !== null).map(({ path }) => path);
    expect(figures).toEqual(expect.arrayContaining([LOSS, 'groups.tcp.jain_index', 'groups.udp.loss']));
    const again = scenarioOf(study, line) as Scenario;
    expect(again.bottlenecks[0]?.queue).toMatchObject({ limit_packets: 40, limit_bytes: null });
    expect(again).toMatchObject({ duration_s: 2, seed: line.seed });
  });
});

describe('models', () => {
  it('that speak of the loss of UDP take their parameters out of the scenario', () => {
    const offered = overlaysFor(catalog, anomaly, BUFFER, LOSS);
    expect(offered.map(({ model, form }) => `${model} ${form}`)).toEqual([
      'mm1b-bulk line',
      'md1b line',
      'sqrt-n vertical',
      'rule-of-thumb vertical',
    ]);
    const given = inputsFor(catalog, anomaly, BUFFER, LOSS, 'mm1b-bulk');
    expect(given).toEqual({
      buffer_bytes: 11_000,
      udp_load: 0.05,
      tcp_saturation_load: 0.94,
      packet_ratio: 5,
      tcp_packet_bytes: 1000,
    });
    expect(violatedAssumptions(catalog, anomaly, BUFFER, LOSS, 'mm1b-bulk')).toEqual([]);
    expect(violatedAssumptions(catalog, anomaly, BUFFER, LOSS, 'sqrt-n')).toContain(
      'It knows of no open-loop traffic.',
    );
  });

  it('are given what the engine accepts, for every preset and measure', () => {
    const asked = new Set<string>();
    for (const scenario of scenarios) {
      for (const { path } of measuresOf(catalog, scenario)) {
        const x = firstField(fieldsOf(catalog, scenario))!.path;
        for (const { model, output } of overlaysFor(catalog, scenario, x, path)) {
          const given = inputsFor(catalog, scenario, x, path, model);
          asked.add(JSON.stringify([model, output, given]));
        }
      }
    }
    expect(asked.size).toBeGreaterThan(10);
    for (const text of asked) {
      const [model, output, given] = JSON.parse(text) as [string, string, object];
      const answer = JSON.parse(desk.model_json(model, JSON.stringify(given))) as { outputs?: object };
      expect(answer, text).toMatchObject({ ok: true });
      expect(Object.keys(answer.outputs ?? {}), text).toContain(output);
    }
  }, 60_000);
});

const line = (x: number | string, seed: number, loss: number | null, more: object = {}) =>
  ({
    key: `${x} ${seed} ${JSON.stringify(more)}`,
    point: { p: x, ...more },
    seed,
    summary: { bottlenecks: [{ id: 'r0', loss: { udp: loss } }], warnings: [] },
  }) as unknown as CaseLine;
const failed: CaseLine = { key: 'k', point: { p: 3 }, seed: 1, error: 'too large' };

describe('curves', () => {
  it('have a point for each value with its interval, and leave out what failed or has no figure', () => {
    const { x, curves } = curvesOf(
      [line(2, 1, 0.5), line(1, 1, 1), line(2, 2, 0.7), line(4, 1, null), failed],
      'p',
      LOSS,
    );
    expect(x).toEqual({ kind: 'numbers' });
    expect(curves).toHaveLength(1);
    const told = curves[0]!.points.map(({ x: at, n, mean, min, max }) => [at, n, mean, min, max]);
    expect(told).toEqual([
      [1, 1, 1, 1, 1],
      [2, 2, 0.6, 0.5, 0.7],
    ]);
    expect(curves[0]!.points.map(({ half }) => half === null)).toEqual([true, false]);
  });

  it('are several where another field differs, and stand in a row where values are words', () => {
    const lines = [line(1, 1, 1, { q: 'a' }), line(1, 1, 2, { q: 'b' })];
    expect(curvesOf(lines, 'p', LOSS).curves.map(({ of }) => of)).toEqual([{ q: 'a' }, { q: 'b' }]);
    const words = curvesOf(lines, 'q', LOSS);
    expect(words.x).toEqual({ kind: 'words', words: ['a', 'b'] });
    expect(words.curves[0]!.points.map(({ x }) => x)).toEqual([0, 1]);
  });

  it('are walked by arrow keys', () => {
    const { curves } = curvesOf([line(1, 1, 1), line(1, 2, 2), line(2, 1, 3)], 'p', LOSS);
    const start = moved({ curves }, null, 'ArrowRight');
    expect(start).toEqual({ curve: 0, point: 0, run: 0 });
    expect(moved({ curves }, start, 'ArrowUp')).toEqual({ curve: 0, point: 0, run: 1 });
    expect(moved({ curves }, start, 'ArrowRight')).toEqual({ curve: 0, point: 1, run: 0 });
    expect(moved({ curves }, start, 'ArrowLeft')).toEqual(start);
    expect(moved({ curves }, start, 'x')).toBeNull();
  });

  it('are a map where there are two fields', () => {
    const lines = [line(2, 1, 1, { q: 5 }), line(1, 1, 3, { q: 7 }), line(1, 2, 5, { q: 7 })];
    const map = mapOf(lines, 'p', 'q', LOSS);
    expect([map.columns, map.rows, map.least, map.most]).toEqual([[1, 2], [5, 7], 1, 4]);
    expect(map.cells.map(({ column, row, mean, n }) => [column, row, mean, n])).toEqual([
      [1, 0, 1, 1],
      [0, 1, 4, 2],
    ]);
  });
});

describe('scales', () => {
  it('stand at equal ratios on a logarithmic axis, where 0 has no place', () => {
    const log = xScale([1000, 10_000, 100_000], 'B', 'log', 400);
    expect(log.at(10_000)).toBeCloseTo(0.5);
    expect(log.value(log.at(2000))).toBeCloseTo(2000);
    expect(log.unit.name).toBe('kB');
    expect(log.ticks.map(({ label }) => label)).toContain('10');
    expect(yScale([0, 0.01, 0.1], 'ratio', 'log', 300).at(0)).toBeNaN();
  });

  it('have ticks for a single value and for none', () => {
    expect(xScale([5], 'packets', 'linear', 400).at(5)).toBeCloseTo(0.5);
    expect(yScale([], 'ratio', 'linear', 300).ticks.length).toBeGreaterThan(1);
  });
});

describe('words', () => {
  it('say a study in one sentence', () => {
    expect(valuesText('1kB:50 kB:25')).toBe('1–50 kB in 25 steps');
    expect(valuesText('200 B:1 MB:5:log')).toBe('200 B–1 MB in 5 points, log-spaced');
    const form = formStateFor(anomaly, {
      replications: '3',
      axes: [{ path: BUFFER, values: '1 kB:50 kB:25' }],
    });
    expect(headingOf(form, fieldsOf(catalog, anomaly), measuresOf(catalog, anomaly))).toBe(
      'Loss, UDP against buffer 1–50 kB in 25 steps, 3 seeds',
    );
  });

  it('say where a curve is least, that it rises again, and where nobody can tell', () => {
    const udp = measuresOf(catalog, anomaly).find(({ path }) => path === LOSS)!;
    expect(intervalText({ mean: 0.0221, half: 0.001, n: 3 }, udp)).toBe('2.21 % ± 0.1 (n 3)');
    const told = (values: [number, number[]][]): string => {
      const lines = values.flatMap(([x, losses]) => losses.map((loss, i) => line(x, i + 1, loss)));
      const set = curvesOf(lines, 'p', LOSS);
      return findingOf(set, set.curves[0]!, udp, 'B');
    };
    const valley = told([
      [5000, [0.05, 0.0501, 0.0502]],
      [11_000, [0.02, 0.0201, 0.0202]],
      [30_000, [0.03, 0.0301, 0.0302]],
    ]);
    expect(valley).toContain('Smallest at 11\u00a0kB: 2.01 % ±');
    expect(valley).toContain('rises again by 50 %, at 30\u00a0kB');
    expect(
      told([
        [1, [0.02]],
        [2, [0.021]],
      ]),
    ).toContain('cannot be told apart at n = 1');
  });
});

describe('the fall of a share', () => {
  it('is fitted where it falls, over the points that have a logarithm', () => {
    const decay = decayOf([1000, 5000, 10_000, 20_000].map((x) => ({ x, mean: 0.9 * Math.exp(-x / 7000) })));
    expect(decay).toMatchObject({ from: 1000, to: 20_000, n: 4 });
    expect(decay!.scale).toBeCloseTo(7000, 6);
    expect(decay!.r2).toBeCloseTo(1, 12);
    const points = [
      { x: 1, mean: 0.5 },
      { x: 2, mean: 0.2 },
      { x: 3, mean: 0.15 },
      { x: 4, mean: 0 },
    ];
    expect(decayOf(points)).toMatchObject({ to: 3, n: 3 });
    expect(decayOf(points)!.r2).toBeLessThan(0.95);
    expect(decayOf(points.slice(1))).toBeNull();
    expect(decayOf(points.map(({ x }) => ({ x, mean: x })))).toBeNull();
  });
});

describe('a look', () => {
  it('stands behind a link and is read from whatever stands there', () => {
    const settings = { x: 'log', y: 'linear', view: 'map', models: ['mm1b-bulk'] } as const;
    expect({ ...DEFAULT_VIEW, ...viewFromText(textFromView(settings)) }).toEqual(settings);
    expect(textFromView(DEFAULT_VIEW)).toBe('');
    expect(viewFromText('&x=&view=nonsense&models=<b>,ok&t=3')).toEqual({
      x: 'linear',
      view: 'curves',
      models: ['ok'],
    });
  });
});

describe('warnings', () => {
  const trap = (id: string, path = 'warmup_s') => ({ id, path, sentence: 'S.', remedy: `Mend ${id}.` });
  const warned = (seed: number, ...warnings: object[]) =>
    ({ key: `${seed}`, point: { p: 1 }, seed, summary: { seed, warnings } }) as unknown as CaseLine;

  it('are counted by the runs that give them', () => {
    const lines = [
      warned(1, trap('b')),
      warned(2),
      warned(3, trap('a', 'x'), trap('a', 'y'), trap('b')),
      failed,
    ];
    expect(countWarnings(lines)).toEqual([
      { id: 'b', remedy: 'Mend b.', runs: 2 },
      { id: 'a', remedy: 'Mend a.', runs: 1 },
    ]);
    expect(countWarnings([warned(1), failed])).toEqual([]);
  });
});

describe('the table', () => {
  it('has the columns of the program, and numbers as the lines have them', () => {
    const texts = [
      '{"key":"a","point":{"p":1.0},"seed":1,"summary":{"seed":1,"events":7,"bottlenecks":[{"id":"r0","loss":{"udp":1e-7,"ack":null}}],"warnings":[{"id":"x"},{"id":"x"},{"id":"y"}]}}',
      '{"error":"no, \\"never\\"","key":"b","point":{"p":2.5},"seed":1}',
    ];
    expect(csvOf(texts, ['p'], []).split('\n')).toEqual([
      'key,seed,p,bottlenecks.r0.loss.ack,bottlenecks.r0.loss.udp,events,warnings,error',
      expect.stringMatching(/^a,1,1(\.0)?,,1e-7,7,x y,$/),
      'b,1,2.5,,,,,"no, ""never"""',
      '',
    ]);
    expect(csvOf(texts, ['p'], ['events']).split('\n')[0]).toBe('key,seed,p,events,error');
  });
});
