import { describe, expect, it } from 'vitest';
import type { CaseLine } from '../types/engine';
import { readPaperFigure, readStoredResult, type Chart } from './paperFigure';
import { axesOf } from './axes';
import { curvesOf, xValuesOf } from './curves';
import { plotOf } from './plot';
import { tickText } from '../plot/format';
import { scaleOver, ticksOf } from '../plot/scale';
import { scaleOfY } from './scale';
import { measuresOf } from './measures';
import { scenarioAt, studiesToRun, studyOf } from './study';
import { FIGURE, RESULT, PRESETS } from './testing';
import { thinned } from './thumbnailStrokes';
import { csvOf } from './table';
import { countsByOwnText, countsText, lineText, pointText, xText } from './format';
import { shownVerdict } from './verdict';

const figure = readPaperFigure(JSON.stringify(FIGURE));
const result = readStoredResult(JSON.stringify(RESULT));
const [loss, kinds] = figure.charts as [Chart, Chart];
const LIMIT = 'bottlenecks.r0.queue.limit_bytes';
const PACING = 'groups.tcp.traffic.pacing.kind';

function line(limit: number, pacing: string, udp: number, utilization = 0.5, seed = 1): CaseLine {
  const summary = { bottlenecks: [{ id: 'r0', loss: { udp }, utilization }] };
  return { key: '', point: { [LIMIT]: limit, [PACING]: pacing }, seed, summary } as unknown as CaseLine;
}

describe('curvesOf', () => {
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

  it('returns the drawn series with the stored points in order of x', () => {
    const curves = curvesOf(figure, loss, result, new Map());
    expect(curves.map(({ series }) => series.id)).toEqual(['reno', 'paced', 'chain']);
    expect(curves[0]!.points.map(({ x }) => x)).toEqual([1, 2, 11]);
    expect(curves.map(({ style }) => style.color)).toEqual(['flow-1', 'flow-6', 'model']);
    expect(new Set(curves.map(({ style }) => style.marker)).size).toBe(3);
  });

  it('averages the runs in the browser that have the fixed values of a series, and divides by another measure if given', () => {
    const [reno, paced] = curvesOf(figure, loss, null, lines);
    expect(reno!.live).toEqual([
      { x: 2, mean: expect.closeTo(0.15) as number, halfWidth: null, n: 2 },
      { x: 11, mean: 0.3, halfWidth: null, n: 1 },
    ]);
    expect(paced!.live).toEqual([{ x: 2, mean: 0.2, halfWidth: null, n: 1 }]);
    expect(xValuesOf([reno!, paced!])).toEqual([2, 11]);
  });

  it('uses the index of a value as x if the value is a word, and omits failed runs', () => {
    const failed = { ...line(2000, 'none', 0), error: 'why', summary: undefined } as unknown as CaseLine;
    const [use] = curvesOf(figure, kinds, null, new Map([['poisson', [...lines.get('poisson')!, failed]]]));
    expect(use!.live.map(({ x, n }) => [x, n])).toEqual([
      [1, 2],
      [2, 1],
    ]);
    expect(xText(2, kinds.x)).toBe('even');
  });
});

describe('studyOf', () => {
  it('resolves the preset and applies the changes of the quick run', () => {
    expect(studiesToRun(figure)).toEqual(['poisson']);
    expect(studyOf(figure, 'poisson', 'quick', PRESETS)).toMatchObject({
      scenario: PRESETS[0]!.scenario,
      replications: 1,
      set: [{ path: 'duration_s' }, { path: 'warmup_s' }],
    });
    expect(studyOf(figure, 'poisson', 'full', PRESETS)).toMatchObject({
      replications: 4,
      set: [{ path: 'duration_s' }],
    });
    expect(studyOf(figure, 'poisson', 'quick', [])).toBeNull();
    expect(studyOf(figure, 'none', 'quick', PRESETS)).toBeNull();
  });

  it('requests the measures of all series, one for each interval', () => {
    const [series] = loss.series;
    const along = ['64us', '20ms', '200ms@40s'];
    const charts = [{ ...loss, series: [{ ...series!, measure: 'bottlenecks.r0.burstiness_in', along }] }];
    const asking = { ...figure, charts };
    expect(studyOf(asking, 'poisson', 'quick', PRESETS)?.measure).toEqual(
      along.map((interval) => `bottlenecks.r0.burstiness_in.${interval}`),
    );
    expect(measuresOf(charts[0]!.series[0]!).map(({ x }) => x)).toEqual([64e-6, 0.02, 40]);
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

  it('returns the scenario of a point, with fields that the study leaves at their defaults', () => {
    const at = (chart: Chart, series: number, x: number) =>
      scenarioAt(figure, chart, chart.series[series]!, x, PRESETS);
    expect(at(loss, 1, 11)).toMatchObject({
      duration_s: 20,
      bottlenecks: [{ queue: { limit_bytes: 11000, limit_packets: null } }],
      groups: [{ traffic: { kind: 'tcp', pacing: { kind: 'deterministic' } } }],
    });
    expect(at(kinds, 0, 2)).toMatchObject({ groups: [{ traffic: { pacing: { kind: 'deterministic' } } }] });
    expect(at(loss, 2, 11)).toBeNull();
  });

  it('reads axes in every form', () => {
    const path = (over: unknown) => axesOf(over as never).map((axis) => axis.map((field) => field.path));
    expect(
      path(['a.b=1,2', { path: 'c', values: [1] }, { together: ['d=1', { path: 'e', values: [2] }] }]),
    ).toEqual([['a.b'], ['c'], ['d', 'e']]);
    expect(path(['=', 'x', 7, null, {}])).toEqual([]);
    expect(axesOf(['x=1:5:3'])[0]![0]!.values).toBeNull();
  });
});

describe('plotOf', () => {
  it('places every point inside the data area, for any values', () => {
    const points = (ys: number[]) => ys.map((mean, x) => ({ x, mean, halfWidth: x % 2 ? 1e9 : null, n: 2 }));
    for (const ys of [[], [0], [5, 5], [-3, 4], [1e-300, 1e300], [0.001, 0, 0.1]]) {
      const curves = curvesOf(figure, loss, null, new Map()).map((curve) => ({
        ...curve,
        points: points(ys),
      }));
      for (const chart of [loss, kinds]) {
        const { box, curves: placed, axes } = plotOf(chart, curves, 400, 300);
        for (const { means, bars } of placed) {
          for (const [x, y] of means) {
            expect(x).toBeGreaterThanOrEqual(box.x);
            expect(x).toBeLessThanOrEqual(box.x + box.width);
            expect(y).toBeGreaterThanOrEqual(box.y - 1e-6);
            expect(y).toBeLessThanOrEqual(box.y + box.height + 1e-6);
          }
          expect(bars.flat().every(Number.isFinite)).toBe(true);
        }
        expect(axes.x.length + axes.y.length).toBeLessThan(40);
      }
    }
  });

  it('makes log-spaced ticks on a log axis, and starts a linear axis at 0 if values come near it', () => {
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

  it('gives ticks that are close together distinct labels', () => {
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

  it('removes points of a thumbnail that lie on the line between their neighbors', () => {
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

describe('format', () => {
  it('counts claims by verdict and omits zeros', () => {
    expect(countsText({ holds: 7, remark: 1, undecided: 2, differs: 1 })).toBe(
      '7 reproduced, 1 with a remark, 2 undecided, 1 not reproduced',
    );
    expect(countsText({ holds: 1, remark: 0, undecided: 0, differs: 2 })).toBe(
      '1 reproduced, 2 not reproduced',
    );
    expect(countsText({ holds: 0, remark: 0, undecided: 0, differs: 0 })).toBe('no claim checked');
  });

  it('names a contradicted claim apart from one that is not reproduced', () => {
    expect(shownVerdict({ contradictory: true }, 'differs')).toBe('contradicted');
    expect(shownVerdict({ contradictory: true }, 'holds')).toBe('holds');
    expect(shownVerdict({ contradictory: false }, 'differs')).toBe('differs');
    expect(countsText({ differs: 1, contradicted: 2 })).toBe(
      '1 not reproduced, 2 contradicted by the paper itself',
    );
  });

  it('counts the claims of the paper and the added claims apart', () => {
    const two = { holds: 2 };
    expect(countsByOwnText({ paper: two, ours: {} })).toBe('2 reproduced');
    expect(countsByOwnText({ paper: two, ours: { undecided: 1 } })).toBe(
      '2 reproduced; added by Bufferlab: 1 undecided',
    );
    expect(countsByOwnText({ paper: {}, ours: two })).toBe('added by Bufferlab: 2 reproduced');
  });

  it('describes the origin of a claim', () => {
    expect(lineText('T240')).toBe('line 240 of the paper’s text');
    expect(lineText('T140, M')).toBe('line 140 of the paper’s text, computed from its model');
    expect(lineText('')).toBe('');
  });

  it('formats a point with its interval and number of replications', () => {
    expect(pointText({ mean: 0.022152, halfWidth: 0.00112, n: 4 }, loss.y)).toBe('0.02215 ± 0.0011 (n 4)');
    expect(pointText({ mean: 93.65, halfWidth: null, n: 1 }, { ...loss.y, unit: 'Mb/s' })).toBe('93.65 Mb/s');
  });

  it('escapes text in CSV files that a spreadsheet could read as a formula', () => {
    const [reno] = curvesOf(figure, loss, result, new Map());
    const named = { ...reno!, series: { ...reno!.series, label: '=1+1, "x"' } };
    expect(csvOf(loss, [named]).split('\r\n').slice(0, 2)).toEqual([
      'series,"Buffer, kB",UDP loss,half_width_95,n,made',
      '"\'=1+1, ""x""",1,0.1,,1,stored',
    ]);
  });
});
