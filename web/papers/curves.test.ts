import { describe, expect, it } from 'vitest';
import { opened } from '../../tests/figures';
import type { Chart } from '../types/papers';
import { curvesOf, xValuesOf } from './curves';
import { plotOf } from './plot';
import { tickText } from '../plot/format';
import { scaleOver, ticksOf } from '../plot/scale';
import { scaleOfY } from './scale';
import { FIGURE, RESULT } from './testing';
import { thinned } from './thumbnailStrokes';
import { csvOf } from './table';
import { countsByOwnText, countsText, lineText, pointText, xText } from './format';
import { shownVerdict } from './verdict';

const { figure, result, studies } = opened(FIGURE, RESULT);
const [loss, kinds] = figure.charts as [Chart, Chart];

describe('curvesOf', () => {
  it('returns the drawn series with the stored points in order of x', () => {
    const curves = curvesOf(loss, result, {});
    expect(curves.map(({ series }) => series.id)).toEqual(['reno', 'paced', 'chain']);
    expect(curves[0]!.points.map(({ x }) => x)).toEqual([1, 2, 11]);
    expect(curves.map(({ style }) => style.color)).toEqual(['flow-1', 'flow-6', 'model']);
    expect(new Set(curves.map(({ style }) => style.marker)).size).toBe(3);
  });

  it('has the points of runs in the browser beside the stored ones', () => {
    const live = { reno: [{ x: 2, mean: 0.15, half_width: 0.6, n: 2 }], hidden: [] };
    const [reno, paced] = curvesOf(loss, result, live);
    expect(reno!.live).toEqual(live.reno);
    expect(paced!.live).toEqual([]);
    expect(xValuesOf([{ ...reno!, points: [] }, paced!])).toEqual([2]);
  });

  it('names the categories of an x axis', () => {
    expect(xText(2, kinds.x)).toBe('even');
  });
});

describe('a figure that the engine has read', () => {
  it('names the studies of the quick run', () => {
    expect(studies).toEqual(['poisson']);
    expect(figure.charts.map(({ explore }) => explore)).toEqual([null, null]);
  });
});

describe('plotOf', () => {
  it('places every point inside the data area, for any values', () => {
    const points = (ys: number[]) => ys.map((mean, x) => ({ x, mean, half_width: x % 2 ? 1e9 : null, n: 2 }));
    for (const ys of [[], [0], [5, 5], [-3, 4], [1e-300, 1e300], [0.001, 0, 0.1]]) {
      const curves = curvesOf(loss, null, {}).map((curve) => ({
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
    expect(pointText({ mean: 0.022152, half_width: 0.00112, n: 4 }, loss.y)).toBe('0.02215 ± 0.0011 (n 4)');
    expect(pointText({ mean: 1.5, half_width: 0, n: 4 }, loss.y)).toBe('1.5 in each of 4 runs');
    expect(pointText({ mean: 93.65, half_width: null, n: 1 }, { ...loss.y, unit: 'Mb/s' })).toBe(
      '93.65 Mb/s',
    );
  });

  it('escapes text in CSV files that a spreadsheet could read as a formula', () => {
    const [reno] = curvesOf(loss, result, {});
    const named = { ...reno!, series: { ...reno!.series, label: '=1+1, "x"' } };
    expect(csvOf(loss, [named]).split('\r\n').slice(0, 2)).toEqual([
      'series,"Buffer, kB",UDP loss,half_width_95,n,made',
      '"\'=1+1, ""x""",1,0.1,,1,stored',
    ]);
  });
});
