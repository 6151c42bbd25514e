import { describe, expect, it } from 'vitest';
import type { CaseLine } from '../types/engine';
import { readArtefact, readKept, type Chart } from './artefact';
import { axesOf } from './axes';
import { curvesOf, placesOf } from './curves';
import { plotOf } from './plot';
import { scaleOfY, scaleOver, tickText, ticksOf } from './scale';
import { measuresOf } from './measures';
import { scenarioAt, studiesToRun, studyOf } from './study';
import { ARTEFACT, KEPT, PRESETS } from './testing';
import { thinned } from './strokes';
import { csvOf } from './table';
import { countsByOwnText, countsText, lineText, pointText, xText } from './words';

const artefact = readArtefact(JSON.stringify(ARTEFACT));
const kept = readKept(JSON.stringify(KEPT));
const [loss, kinds] = artefact.charts as [Chart, Chart];
const LIMIT = 'bottlenecks.r0.queue.limit_bytes';
const PACING = 'groups.tcp.traffic.pacing.kind';

function line(limit: number, pacing: string, udp: number, utilization = 0.5, seed = 1): CaseLine {
  const summary = { bottlenecks: [{ id: 'r0', loss: { udp }, utilization }] };
  return { key: '', point: { [LIMIT]: limit, [PACING]: pacing }, seed, summary } as unknown as CaseLine;
}

describe('curves', () => {
  const lines = new Map([
    [
      'poisson',
      [
        line(11000, 'none', 0.3),
        line(2000, 'none', 0.1),
        line(2000, 'none', 0.2, 0.5, 2),
        line(2000, 'deterministic', 0.1),
      ],
    ],
  ]);

  it('are those that are drawn, with the kept points in order', () => {
    const curves = curvesOf(artefact, loss, kept, new Map());
    expect(curves.map(({ series }) => series.id)).toEqual(['reno', 'paced', 'chain']);
    expect(curves[0]!.points.map(({ x }) => x)).toEqual([1, 2, 11]);
    expect(curves.map(({ look }) => look.colour)).toEqual(['flow-1', 'flow-6', 'model']);
    expect(new Set(curves.map(({ look }) => look.marker)).size).toBe(3);
  });

  it('take the mean of runs made here, of their own values only, divided where they say so', () => {
    const [reno, paced] = curvesOf(artefact, loss, null, lines);
    expect(reno!.live).toEqual([
      { x: 2, mean: expect.closeTo(0.15) as number, halfWidth: null, n: 2 },
      { x: 11, mean: 0.3, halfWidth: null, n: 1 },
    ]);
    expect(paced!.live).toEqual([{ x: 2, mean: 0.2, halfWidth: null, n: 1 }]);
    expect(placesOf([reno!, paced!])).toEqual([2, 11]);
  });

  it('stand at the place of their value where that is a word, and leave out what failed', () => {
    const failed = { ...line(2000, 'none', 0), error: 'why', summary: undefined } as unknown as CaseLine;
    const [use] = curvesOf(artefact, kinds, null, new Map([['poisson', [...lines.get('poisson')!, failed]]]));
    expect(use!.live.map(({ x, n }) => [x, n])).toEqual([
      [1, 2],
      [2, 1],
    ]);
    expect(xText(2, kinds.x)).toBe('even');
  });
});

describe('a study of an artefact', () => {
  it('has its preset and, for a quick look, what is different then', () => {
    expect(studiesToRun(artefact)).toEqual(['poisson']);
    expect(studyOf(artefact, 'poisson', 'quick', PRESETS)).toMatchObject({
      scenario: PRESETS[0]!.scenario,
      replications: 1,
      set: [{ path: 'duration_s' }, { path: 'warmup_s' }],
    });
    expect(studyOf(artefact, 'poisson', 'full', PRESETS)).toMatchObject({
      replications: 4,
      set: [{ path: 'duration_s' }],
    });
    expect(studyOf(artefact, 'poisson', 'quick', [])).toBeNull();
    expect(studyOf(artefact, 'none', 'quick', PRESETS)).toBeNull();
  });

  it('asks for the figures of its series, which may be the same over several intervals', () => {
    const [series] = loss.series;
    const along = ['64us', '20ms', '200ms@40s'];
    const charts = [{ ...loss, series: [{ ...series!, measure: 'bottlenecks.r0.burstiness_in', along }] }];
    const asking = { ...artefact, charts };
    expect(studyOf(asking, 'poisson', 'quick', PRESETS)?.measure).toEqual(
      along.map((interval) => `bottlenecks.r0.burstiness_in.${interval}`),
    );
    expect(measuresOf(charts[0]!.series[0]!).map(({ place }) => place)).toEqual([64e-6, 0.02, 40]);
    const burstiness_in = { '64us': 0.9, '20ms': 0.1 };
    const line = {
      key: '',
      point: series!.where,
      seed: 1,
      summary: { bottlenecks: [{ id: 'r0', burstiness_in }] },
    };
    const lines = new Map([['poisson', [line as unknown as CaseLine]]]);
    const [curve] = curvesOf(asking, { ...charts[0]!, x: { ...loss.x, per: 1e-3 } }, null, lines);
    expect(curve!.live.map(({ x, mean }) => [x, mean])).toEqual([
      [0.064, 0.9],
      [20, 0.1],
    ]);
  });

  it('gives the scenario of a point, with fields that it leaves to their defaults', () => {
    const at = (chart: Chart, series: number, x: number) =>
      scenarioAt(artefact, chart, chart.series[series]!, x, PRESETS);
    expect(at(loss, 1, 11)).toMatchObject({
      duration_s: 20,
      bottlenecks: [{ queue: { limit_bytes: 11000, limit_packets: null } }],
      groups: [{ traffic: { kind: 'tcp', pacing: { kind: 'deterministic' } } }],
    });
    expect(at(kinds, 0, 2)).toMatchObject({ groups: [{ traffic: { pacing: { kind: 'deterministic' } } }] });
    expect(at(loss, 2, 11)).toBeNull();
  });

  it('has axes of any form', () => {
    const path = (over: unknown) => axesOf(over as never).map((axis) => axis.map((field) => field.path));
    expect(
      path(['a.b=1,2', { path: 'c', values: [1] }, { together: ['d=1', { path: 'e', values: [2] }] }]),
    ).toEqual([['a.b'], ['c'], ['d', 'e']]);
    expect(path(['=', 'x', 7, null, {}])).toEqual([]);
    expect(axesOf(['x=1:5:3'])[0]![0]!.values).toBeNull();
  });
});

describe('a plot', () => {
  it('holds every point within its box, whatever the values', () => {
    const points = (ys: number[]) => ys.map((mean, x) => ({ x, mean, halfWidth: x % 2 ? 1e9 : null, n: 2 }));
    for (const ys of [[], [0], [5, 5], [-3, 4], [1e-300, 1e300], [0.001, 0, 0.1]]) {
      const curves = curvesOf(artefact, loss, null, new Map()).map((curve) => ({
        ...curve,
        points: points(ys),
      }));
      for (const chart of [loss, kinds]) {
        const { box, curves: placed, xTicks, yTicks } = plotOf(chart, curves, 400, 300);
        for (const { means, bars } of placed) {
          for (const [x, y] of means) {
            expect(x).toBeGreaterThanOrEqual(box.x);
            expect(x).toBeLessThanOrEqual(box.x + box.width);
            expect(y).toBeGreaterThanOrEqual(box.y - 1e-6);
            expect(y).toBeLessThanOrEqual(box.y + box.height + 1e-6);
          }
          expect(bars.flat().every(Number.isFinite)).toBe(true);
        }
        expect(xTicks.length + yTicks.length).toBeLessThan(40);
      }
    }
  });

  it('has ticks by ratio on a logarithmic axis, and begins at 0 where values come near it', () => {
    expect(ticksOf(scaleOver([0.001, 0, 1], 'log', 0), 6).map(({ label }) => label)).toEqual([
      '0.001',
      '0.01',
      '0.1',
      '1',
    ]);
    expect(ticksOf(scaleOver([20, 60], 'log', 0), 6).map(({ label }) => label)).toEqual([
      '20',
      '30',
      '40',
      '50',
      '60',
    ]);
    expect(scaleOfY([1, 10], 'linear').lo).toBe(0);
    expect(scaleOfY([9, 10], 'linear').lo).toBeGreaterThan(8);
    expect([1.4, 20, 2.38e-4, 1e-5, 0.05].map(tickText)).toEqual(['1.4', '20', '2.38·10⁻⁴', '10⁻⁵', '0.05']);
  });

  it('tells ticks apart that lie close together', () => {
    const labels = (values: number[]) => ticksOf(scaleOfY(values, 'linear'), 6).map(({ label }) => label);
    expect(labels([0.986, 1.001])).toEqual([
      '0.986',
      '0.988',
      '0.990',
      '0.992',
      '0.994',
      '0.996',
      '0.998',
      '1.000',
    ]);
    expect(labels([12_345, 12_346])).toContain('12,345.2');
    expect(labels([0, 1])).toContain('0.2');
  });

  it('leaves out of a thumbnail what nobody would miss', () => {
    expect(
      thinned([
        [0, 0],
        [1, 0.1],
        [2, 0],
        [3, 9],
      ]),
    ).toEqual([
      [0, 0],
      [2, 0],
      [3, 9],
    ]);
  });
});

describe('words', () => {
  it('count verdicts, and name what there is', () => {
    expect(countsText({ holds: 7, remark: 1, undecided: 2, differs: 1 })).toBe(
      '7 hold, 1 with a remark, 2 undecided, 1 differs',
    );
    expect(countsText({ holds: 1, remark: 0, undecided: 0, differs: 2 })).toBe('1 holds, 2 differ');
    expect(countsText({ holds: 0, remark: 0, undecided: 0, differs: 0 })).toBe('no claim decided');
  });

  it('count the claims of the paper and ours apart', () => {
    const two = { holds: 2 };
    expect(countsByOwnText({ paper: two, ours: {} })).toBe('2 hold');
    expect(countsByOwnText({ paper: two, ours: { undecided: 1 } })).toBe('2 hold; of ours 1 undecided');
    expect(countsByOwnText({ paper: {}, ours: two })).toBe('of ours 2 hold');
  });

  it('say where a claim comes from', () => {
    expect(lineText('T240')).toBe('line 240 of its text');
    expect(lineText('T140, M')).toBe('line 140 of its text, worked out from its model');
    expect(lineText('')).toBe('');
  });

  it('read a point with its interval and replications', () => {
    expect(pointText({ mean: 0.022152, halfWidth: 0.00112, n: 4 }, loss.y)).toBe('0.02215 ± 0.0011 (n 4)');
    expect(pointText({ mean: 93.65, halfWidth: null, n: 1 }, { ...loss.y, unit: 'Mb/s' })).toBe('93.65 Mb/s');
  });

  it('are safe in a table of a spreadsheet', () => {
    const [reno] = curvesOf(artefact, loss, kept, new Map());
    const named = { ...reno!, series: { ...reno!.series, label: '=1+1, "x"' } };
    expect(csvOf(loss, [named]).split('\r\n').slice(0, 2)).toEqual([
      'series,"Buffer, kB",UDP loss,half_width_95,n,made',
      '"\'=1+1, ""x""",1,0.1,,1,kept',
    ]);
  });
});
