/** Model that a slider changes: its requests, and the turn of its curve. */
import { expect, test } from 'vitest';
import { opened, readFigure } from '../../tests/figures';
import { FIGURE } from './testing';
import { requestsAt, canExplore, xValuesOf, shownValueAt, turnOf } from './explore';

const { figure } = opened({
  ...FIGURE,
  id: 'moved',
  models: { chain: { model: 'mm1b-bulk', set: { link_bps: 1e8 }, over: ['buffer_bytes=1kB:50kB:50'] } },
  charts: [
    {
      id: 'loss',
      title: 'Loss',
      x: { parameter: 'buffer_bytes', label: 'Buffer', unit: 'kB', per: 1000 },
      y: { label: 'UDP loss', scale: 'log' },
      series: [{ id: 'chain', label: 'chain', model: 'chain', output: 'udp_loss' }],
      explore: {
        model: 'chain',
        output: 'udp_loss',
        over: [
          ['udp_load', [0.02, 0.22]],
          ['tcp_saturation_load', [0.97, 0.77]],
        ],
        label: 'UDP',
        unit: '%',
        per: 0.01,
        steps: 10,
        at: [4, 5.2, 4],
      },
    },
  ],
});
const chart = figure.charts[0]!;

test('the slider moves every listed parameter, keeps the others, and x is in the unit of the field', () => {
  if (!canExplore(chart)) throw new Error('it can be explored');
  expect(shownValueAt(chart.explore, 5)).toBeCloseTo(12, 9);
  expect(requestsAt(figure, chart, [1, 50], 5)).toEqual([
    {
      model: 'mm1b-bulk',
      given: { link_bps: 1e8, udp_load: 0.12, tcp_saturation_load: 0.87, buffer_bytes: 1000 },
    },
    {
      model: 'mm1b-bulk',
      given: { link_bps: 1e8, udp_load: 0.12, tcp_saturation_load: 0.87, buffer_bytes: 50_000 },
    },
  ]);
});

test('the x values are those of the file', () => {
  if (!canExplore(chart)) throw new Error('it can be explored');
  expect(xValuesOf(chart)).toEqual([4, 4.4, 4.8, 5.2]);
});

test('turnOf finds the minimum where the curve stops falling', () => {
  const points = (means: number[]) => means.map((mean, i) => ({ x: i, mean, half_width: null, n: 1 }));
  expect(turnOf(points([4, 2, 1, 3, 5, 4]))).toMatchObject({ least: { x: 2 }, most: { x: 4 } });
  expect(turnOf(points([4, 2, 1, 1.01]))).toMatchObject({ least: { x: 2 }, most: null });
  expect(turnOf(points([4, 2, 1]))).toBeNull();
});

test('a slider that cannot be read is an error of the file', () => {
  const explore = { ...chart.explore, over: [['udp_load', [1]]] };
  const answer = readFigure(JSON.stringify({ ...FIGURE, charts: [{ ...chart, explore }] }));
  expect(answer).toMatchObject({ ok: false, message: expect.stringMatching(/^invalid length 1/) as string });
});
