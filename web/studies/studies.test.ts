import { beforeAll, describe, expect, it } from 'vitest';
import { startEngines } from '../../tests/both-engines';
import type { Catalog } from '../engine/catalog';
import * as studies from '../generated/bufferlab_studies.js';
import * as engine from '../generated/bufferlab_wasm.js';
import { valueAt } from '../scenario/path';
import type { Scenario } from '../scenario/types';
import type { CaseLine, StudyDocument } from '../types/engine';
import { MAX_RUNS } from '../sweep/protocol';
import { moved } from './CurvePanel';
import { choicesFor, measureAt } from './choices';
import { curvesOf, panelsOf } from './data';
import { decayOf } from './decay';
import { listFromRange, rangeFromList, rangeFromText } from './axisRange';
import { fieldsOf, firstField, wordLabel } from './fields';
import { viewFromText, DEFAULT_VIEW, textFromView } from './viewSettings';
import { mapOf } from './map';
import { firstMeasure, measured, measuresOf } from './measures';
import { inputsFor, violatedAssumptions, overlaysFor } from './overlays';
import { xAxis, yAxis } from './scale';
import { withMeasures } from './studiesController';
import { curveText, findingOf, headingOf, intervalText, stepText } from './studyText';
import { csvOf } from './table';
import { BUFFER, formStateFor, LOSS } from './testing';
import { countWarnings } from './warningCounts';
import {
  axisAround,
  formStateOf,
  scenarioOf,
  studyOf,
  type AxisFormState,
  type StudyFormState,
} from './formState';

let catalog: Catalog;
let scenarios: Scenario[];
let anomaly: Scenario;

beforeAll(() => {
  const started = startEngines();
  catalog = started.catalog;
  scenarios = [...started.presets.values()];
  anomaly = started.presets.get('anomaly')!;
});

function studyFrom(form: StudyFormState): StudyDocument {
  const result = studyOf(form);
  if (!('study' in result)) throw new Error(JSON.stringify(result));
  return result.study;
}

const plan = (study: StudyDocument) =>
  JSON.parse(studies.plan_json(JSON.stringify(study), MAX_RUNS)) as { ok: boolean; cases: { key: string }[] };

describe('fields', () => {
  it('start with the limit of the first buffer', () => {
    const first = firstField(fieldsOf(catalog, anomaly));
    expect(first?.path).toBe(BUFFER);
    expect(first && axisAround(first)).toEqual({
      kind: 'range',
      path: BUFFER,
      from: '3000 B',
      to: '44 kB',
      points: '10',
      spacing: 'log',
      multiple: 1000,
    });
  });

  it('have whole numbers for flows, and words for kinds', () => {
    const fields = fieldsOf(catalog, anomaly);
    const count = fields.find(({ path }) => path === 'groups.tcp.count')!;
    expect(axisAround({ ...count, value: 10 }, 4)).toMatchObject({
      ...{ from: '3 flows', to: '40 flows', points: '4', spacing: 'log' },
    });
    const controller = fields.find(({ path }) => path === 'groups.tcp.traffic.congestion_control.kind')!;
    expect(controller.words?.slice(0, 2)).toEqual(['reno', expect.any(String)]);
    const queue = fields.find(({ path }) => path === 'bottlenecks.r0.queue.kind')!;
    expect(curveText({ of: { [queue.path]: 'drop_tail' }, points: [] }, fields)).toMatch(/Drop-?tail$/i);
    expect(wordLabel('drop_tail', queue)).not.toContain('_');
    const axes: AxisFormState[] = [
      { kind: 'list', path: 'bottlenecks.r0.queue.kind', values: 'drop_tail, codel' },
    ];
    const study = studyFrom(formStateFor(anomaly, { axes }));
    expect(plan(study).cases).toHaveLength(2);
    const line = { point: { 'bottlenecks.r0.queue.kind': 'codel' }, seed: 1 } as unknown as CaseLine;
    const opened = scenarioOf(study, line, catalog) as Scenario;
    // The limit stays; parameters that only the other kind has are removed.
    expect(opened.bottlenecks[0]?.queue).toMatchObject({ kind: 'codel', limit_bytes: 11_000 });
    expect(JSON.parse(engine.check_json(JSON.stringify(opened)))).toMatchObject({ ok: true });
  });

  it('accept a buffer as a time or in BDP, and round ranges of bytes to whole packets', () => {
    const fields = fieldsOf(catalog, anomaly);
    const values = (axis: AxisFormState) => {
      const result = studyOf(formStateFor(anomaly, { axes: [axis] }), fields);
      if (!('study' in result)) return result.problems[0];
      const { cases } = JSON.parse(studies.plan_json(JSON.stringify(result.study), MAX_RUNS)) as {
        cases: { point: Record<string, number> }[];
      };
      return cases.map(({ point }) => point[BUFFER]);
    };
    const list = (text: string): AxisFormState => ({ kind: 'list', path: BUFFER, values: text });
    const range = (from: string, to: string, points: string): AxisFormState => ({
      ...{ kind: 'range', path: BUFFER, from, to, points, spacing: 'linear' },
    });
    expect(values(list('2 ms, 0.1 BDP, 5 kB'))).toEqual([25_000, 158_000, 5000]);
    expect(values(range('1 ms', '4 ms', '2'))).toEqual([13_000, 50_000]);
    expect(values(list('1 ms:4 ms:2'))).toEqual([13_000, 50_000]);
    expect(values(axisAround(firstField(fields)!))).toEqual(
      [3, 4, 5, 7, 10, 13, 18, 24, 33, 44].map((packets) => 1000 * packets),
    );
    const unknown = expect.stringContaining('0.1 BDP') as string;
    expect(values(list('3 apples'))).toEqual({ path: 'over.0', message: unknown });
    expect(values(range('3 apples', '4 ms', '2'))).toEqual({ path: 'over.0.from', message: unknown });
    expect(values(range('1 ms', '4 apples', '2'))).toEqual({ path: 'over.0.to', message: unknown });
    expect(values(range('1 ms', '4 ms', '1.5'))).toMatchObject({ path: 'over.0.points' });
  });

  it('show the anomaly with default values: UDP loss grows after its first minimum', () => {
    const axis = axisAround(firstField(fieldsOf(catalog, anomaly))!);
    // A third of the preset's length: the rise is several times what two seeds differ by.
    const study = studyFrom(formStateFor(anomaly, { axes: [axis], duration: '40 s', warmup: '15 s' }));
    const cases = plan(study).cases.length;
    const lines = Array.from({ length: cases }, (_, index) => {
      const run = new studies.CaseRun(JSON.stringify(study), index);
      while (!run.advance(1_000_000));
      return JSON.parse(run.line_json()) as CaseLine;
    });
    const loss = lines.map((line) => measured(line, LOSS)!);
    const least = loss.findIndex((y, i) => i > 0 && y <= loss[i - 1]! && y < (loss[i + 1] ?? 0));
    const after = Math.max(...loss.slice(least + 1));
    expect(Math.min(...loss)).toBeGreaterThan(0.005);
    expect(after, loss.join(' ')).toBeGreaterThan(1.15 * loss[least]!);
  }, 120_000);

  it('say whether limits in bytes are whole packets', () => {
    const field = firstField(fieldsOf(catalog, anomaly))!;
    expect(stepText([3000, 44_000], field)).toBe('Limits are whole packets of 1,000\u00a0B.');
    expect(stepText([2800, 3000, 44_000], field)).toContain('1 of 3 limits');
  });

  it('exist in the scenario of every preset, and their first values can be planned', () => {
    for (const scenario of scenarios) {
      const fields = fieldsOf(catalog, scenario);
      expect(fields.filter(({ path }) => valueAt(scenario, path) === undefined)).toEqual([]);
      const first = firstField(fields)!;
      const measure = firstMeasure(measuresOf(catalog, scenario), catalog, scenario)!;
      const axes = [axisAround(first)];
      expect(plan(studyFrom(formStateFor(scenario, { axes, measures: [measure.path] })))).toMatchObject({
        ok: true,
      });
    }
  });
});

describe('a study', () => {
  it('is not created from a form with errors', () => {
    const stop = { measure: LOSS, width: 'narrow', atLeast: '1' };
    const result = studyOf(formStateFor(anomaly, { replications: '', duration: 'long', stop }));
    const paths = 'problems' in result && result.problems.map(({ path }) => path);
    expect(paths).toEqual(['duration_s', 'replications', 'stop.half_width', 'stop.at_least']);
  });

  it('survives conversion to a document and back, for all ways of writing an axis', () => {
    const stop = { measure: LOSS, width: '10 %', atLeast: '5' };
    const form = formStateFor(anomaly, {
      seeds: 'independent',
      stop,
      replications: '50',
      where: ['seed > 0'],
    });
    const unitOf = () => 'B' as const;
    const whole = formStateFor(anomaly, {
      axes: [
        {
          ...{ kind: 'range', path: BUFFER, from: '3 kB', to: '44 kB', points: '10', spacing: 'log' },
          multiple: 1000,
        },
      ],
    });
    expect(formStateOf(studyFrom(whole), anomaly, unitOf)).toEqual(whole);
    expect(formStateOf(studyFrom(form), anomaly, unitOf)).toEqual(form);
    const forms: StudyDocument['over'] = [
      { path: BUFFER, values: [5000, 10_000] },
      { path: BUFFER, from: 1000, to: 50_000, steps: 5, log: true },
      { together: [`${BUFFER}=1kB,2kB`, 'groups.tcp.count=1,2'] },
      `${BUFFER}=1kB,2kB & groups.tcp.count=1,2`,
    ];
    for (const over of forms) {
      const study: StudyDocument = { ...studyFrom(form), over: [over] };
      const again = studyFrom({ ...formStateOf(study, anomaly, unitOf), measures: [LOSS] });
      const keys = (one: StudyDocument) => plan(one).cases.map(({ key }) => key);
      expect(keys(study).length).toBeGreaterThan(1);
      expect(keys(again)).toEqual(keys(study));
    }
  });

  it('has a value for each measure, and gives back the scenario of a run', () => {
    const axes: AxisFormState[] = [
      { kind: 'list', path: 'bottlenecks.r0.queue.limit_packets', values: '20,40' },
    ];
    const study = studyFrom(formStateFor(anomaly, { axes, duration: '2 s' }));
    const run = new studies.CaseRun(JSON.stringify(study), 1);
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

describe('measures', () => {
  it('that a study requests have the label of the catalog, and unknown ones words', () => {
    const choices = choicesFor(catalog, anomaly);
    const label = (path: string): string => measureAt(choices, path).label;
    expect(label('bottlenecks.r0.hurst_in.640ms')).toMatch(/^[A-Z][^._]+, 640ms$/);
    expect(label('bottlenecks.r0.no_tcp_probability')).toMatch(/^[A-Z][^._]+$/);
    expect(label('groups.gone.some_rate_bps')).toBe('Some rate of gone');
    for (const { path, label: text } of [...choices.measures, ...choices.requested])
      expect(text, path).not.toMatch(/[a-z][_.][a-z]/);
  });

  it('of stored results are shown before the other measures of a study', () => {
    const stored = (measure: string) => ({ x: BUFFER, measure, name: '', note: '', points: [], at: null });
    const study = { scenario: {}, measure: [LOSS] };
    expect(withMeasures(study, [])).toBe(study);
    expect(withMeasures({ scenario: {} }, [stored('a'), stored('a')]).measure).toEqual(['a']);
    expect(withMeasures(study, [stored('a'), stored(LOSS)]).measure).toEqual(['a', LOSS]);
  });
});

describe('models', () => {
  it('of UDP loss take their inputs from the scenario', () => {
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
      'The model does not include open-loop traffic.',
    );
  });

  it('get inputs that the engine accepts, for every preset and measure', () => {
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
      const answer = JSON.parse(studies.model_json(model, JSON.stringify(given))) as { outputs?: object };
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
  it('are divided into panels by a third parameter, which names no curve', () => {
    const line = (delay: number, count: number, x: number): CaseLine =>
      ({ key: '', seed: 1, point: { x, count, delay }, summary: { loss: x } }) as unknown as CaseLine;
    const lines = [20, 5].flatMap((delay) => [line(delay, 1, 1), line(delay, 2, 1), line(delay, 1, 2)]);
    const panels = panelsOf(lines, 'delay');
    expect(panels.map(({ value, lines: of }) => [value, of.length])).toEqual([
      [5, 3],
      [20, 3],
    ]);
    const { curves } = curvesOf(panels[0]!.lines, 'x', 'loss', undefined, 'delay');
    expect(curves.map(({ of }) => of)).toEqual([{ count: 1 }, { count: 2 }]);
    expect(panelsOf(lines, null)).toEqual([{ value: undefined, lines }]);
  });

  it('have a point with an interval for each value, without failed runs', () => {
    const { x, curves } = curvesOf(
      [line(2, 1, 0.5), line(1, 1, 1), line(2, 2, 0.7), line(4, 1, null), failed],
      'p',
      LOSS,
    );
    expect(x).toEqual({ kind: 'numbers' });
    expect(curves).toHaveLength(1);
    const points = curves[0]!.points.map(({ x: at, n, mean, min, max }) => [at, n, mean, min, max]);
    expect(points).toEqual([
      [1, 1, 1, 1, 1],
      [2, 2, 0.6, 0.5, 0.7],
    ]);
    expect(curves[0]!.points.map(({ half }) => half === null)).toEqual([true, false]);
  });

  it('are several if another parameter varies, and have equal distances if values are words', () => {
    const lines = [line(1, 1, 1, { q: 'a' }), line(1, 1, 2, { q: 'b' })];
    expect(curvesOf(lines, 'p', LOSS).curves.map(({ of }) => of)).toEqual([{ q: 'a' }, { q: 'b' }]);
    const words = curvesOf(lines, 'q', LOSS);
    expect(words.x).toEqual({ kind: 'words', words: ['a', 'b'] });
    expect(words.curves[0]!.points.map(({ x }) => x)).toEqual([0, 1]);
  });

  it('let arrow keys move the selection', () => {
    const { curves } = curvesOf([line(1, 1, 1), line(1, 2, 2), line(2, 1, 3)], 'p', LOSS);
    const start = moved({ curves }, null, 'ArrowRight');
    expect(start).toEqual({ curve: 0, point: 0, run: 0 });
    expect(moved({ curves }, start, 'ArrowUp')).toEqual({ curve: 0, point: 0, run: 1 });
    expect(moved({ curves }, start, 'ArrowRight')).toEqual({ curve: 0, point: 1, run: 0 });
    expect(moved({ curves }, start, 'ArrowLeft')).toEqual(start);
    expect(moved({ curves }, start, 'x')).toBeNull();
  });

  it('are shown as a map if two parameters vary', () => {
    const lines = [line(2, 1, 1, { q: 5 }), line(1, 1, 3, { q: 7 }), line(1, 2, 5, { q: 7 })];
    const map = mapOf(lines, 'p', 'q', LOSS);
    expect([map.columns, map.rows, map.least, map.most]).toEqual([[1, 2], [5, 7], 1, 4]);
    expect(map.cells.map(({ column, row, mean, n }) => [column, row, mean, n])).toEqual([
      [1, 0, 1, 1],
      [0, 1, 4, 2],
    ]);
  });
});

describe('ranges', () => {
  const bytes = { unit: 'B', whole: false } as const;

  it('are read from their text in links', () => {
    expect(rangeFromText('5kB : 50 kB:10:log')).toEqual({
      ...{ from: '5kB', to: '50 kB', points: '10', spacing: 'log' },
    });
    expect(rangeFromText('5kB, 50 kB')).toBeNull();
    expect(rangeFromText('5kB:50 kB')).toBeNull();
  });

  it('become lists, rounded to whole packets if requested', () => {
    const range = { from: '3 kB', to: '12 kB', points: '4', spacing: 'linear' } as const;
    expect(listFromRange(range, bytes)).toBe('3000 B, 6000 B, 9000 B, 12 kB');
    expect(listFromRange({ ...range, spacing: 'log' }, bytes, 1000)).toBe('3000 B, 5000 B, 8000 B, 12 kB');
    expect(listFromRange({ ...range, to: 'much' }, bytes)).toBe('3 kB, much');
  });

  it('span a list from its first to its last value', () => {
    expect(rangeFromList('5 kB, 7 kB,9 kB')).toEqual({
      ...{ from: '5 kB', to: '9 kB', points: '3', spacing: 'linear' },
    });
  });
});

describe('scales', () => {
  it('place equal ratios at equal distances on a log axis, without 0', () => {
    const log = xAxis([1000, 10_000, 100_000], 'B', 'log', 400);
    expect(log.at(10_000)).toBeCloseTo(0.5);
    expect(log.value(log.at(2000))).toBeCloseTo(2000);
    expect(log.unit.name).toBe('kB');
    expect(log.ticks.map(({ label }) => label)).toContain('10');
    expect(yAxis([0, 0.01, 0.1], 'ratio', 'log', 300).at(0)).toBeNaN();
  });

  it('have ticks for a single value and for none', () => {
    expect(xAxis([5], 'packets', 'linear', 400).at(5)).toBeCloseTo(0.5);
    expect(yAxis([], 'ratio', 'linear', 300).ticks.length).toBeGreaterThan(1);
  });
});

describe('texts', () => {
  it('describe a study in one heading', () => {
    const heading = (text: string, replications: string): string => {
      const axis: AxisFormState = { kind: 'range', path: BUFFER, ...rangeFromText(text)! };
      const form = formStateFor(anomaly, { replications, axes: [axis] });
      return headingOf(form, fieldsOf(catalog, anomaly), measuresOf(catalog, anomaly));
    };
    const loss = measuresOf(catalog, anomaly).find(({ path }) => path === LOSS)!.label;
    expect(heading('1kB:50 kB:25', '3')).toBe(
      `${loss} against buffer 1–50\u00a0kB (25 points), 3 replications`,
    );
    const listed = formStateFor(anomaly, {
      axes: [{ kind: 'list', path: BUFFER, values: '1 kB, 2 kB, 3 kB, 4 kB, 5 kB, 50 kB' }],
    });
    expect(headingOf(listed, fieldsOf(catalog, anomaly), measuresOf(catalog, anomaly))).toBe(
      `${loss} against buffer 1 kB, 2 kB, 3 kB, 4 kB, …, 50 kB (6 values), 1 replication`,
    );
    const headed = (path: string, values: string): string =>
      headingOf(
        formStateFor(anomaly, { axes: [{ kind: 'list', path, values }] }),
        fieldsOf(catalog, anomaly),
        measuresOf(catalog, anomaly),
      );
    expect(headed(BUFFER, '1kB,2kB')).toBe(`${loss} against buffer 1 kB, 2 kB, 1 replication`);
    expect(headed('bottlenecks.r0.queue.kind', 'drop_tail,fq_codel')).toBe(
      `${loss} against queue Drop-tail, FQ-CoDel, 1 replication`,
    );
    expect(headed('groups.gone.late_s', '1')).toBe(`${loss} against late of gone 1, 1 replication`);
    expect(heading('200 B:1 MB:5:log', '1')).toBe(
      `${loss} against buffer 200\u00a0B–1\u00a0MB (5 points, log-spaced), 1 replication`,
    );
  });

  it('name the minimum of a curve, a rise after it, and too few runs', () => {
    const udp = measuresOf(catalog, anomaly).find(({ path }) => path === LOSS)!;
    expect(intervalText({ mean: 0.0221, half: 0.001, n: 3 }, udp)).toBe('2.21 % ± 0.1 (n = 3)');
    expect(intervalText({ mean: 0.335, half: 0, n: 5 }, udp)).toBe('33.5 % in each of 5 runs');
    expect(intervalText({ mean: 0.335, half: null, n: 1 }, udp)).toBe('33.5 % (n = 1)');
    const finding = (values: [number, number[]][]): string => {
      const lines = values.flatMap(([x, losses]) => losses.map((loss, i) => line(x, i + 1, loss)));
      const set = curvesOf(lines, 'p', LOSS);
      return findingOf(set, set.curves[0]!, udp, 'B');
    };
    const valley = finding([
      [5000, [0.05, 0.0501, 0.0502]],
      [11_000, [0.02, 0.0201, 0.0202]],
      [30_000, [0.03, 0.0301, 0.0302]],
    ]);
    expect(valley).toMatch(/^Minimum: 2\.01 % ± [\d.]+ \(n = 3\) at 11\u00a0kB\./);
    expect(valley).toMatch(/rises again by 50 %, to 3\.01 % ± [\d.]+ \(n = 3\) at 30\u00a0kB\.$/);
    expect(
      finding([
        [1, [0.02]],
        [2, [0.021]],
      ]),
    ).toContain('One run per point is too few');
  });
});

describe('the decay of a share', () => {
  it('is fitted to the points above 0, if they fall', () => {
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

describe('view settings', () => {
  it('survive conversion to a link and back; unknown parts are ignored', () => {
    const axes = {
      x: { from: 1000, to: null, title: 'A & B = 1/2 %' },
      y: { [LOSS]: { from: 0, to: 0.05, title: '' } },
      bdp: true,
    };
    const settings = { x: 'log', y: 'linear', view: 'map', axes, models: ['mm1b-bulk'] } as const;
    expect(viewFromText('&axes=%7Bnonsense').axes).toEqual(DEFAULT_VIEW.axes);
    expect(viewFromText(`&axes=${encodeURIComponent('{"x":["1",null,5],"y":3}')}`).axes).toEqual({
      ...DEFAULT_VIEW.axes,
      y: { y: DEFAULT_VIEW.axes.x },
    });
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
  const warning = (id: string, path = 'warmup_s') => ({ id, path, sentence: 'S.', remedy: `Mend ${id}.` });
  const warned = (seed: number, ...warnings: object[]) =>
    ({ key: `${seed}`, point: { p: 1 }, seed, summary: { seed, warnings } }) as unknown as CaseLine;

  it('are counted by runs', () => {
    const lines = [
      warned(1, warning('b')),
      warned(2),
      warned(3, warning('a', 'x'), warning('a', 'y'), warning('b')),
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
  it('has the columns of the program and unchanged numbers', () => {
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
