/** A model that readers move: what it is asked, and where its curve turns. */
import { expect, test } from 'vitest';
import { readArtefact } from './artefact';
import { askedAt, canExplore, placesOf, toldAt, turnOf } from './explore';

const artefact = readArtefact(
  JSON.stringify({
    id: 'moved',
    title: 'Moved',
    paper: 'vishwanath-2011',
    models: { chain: { model: 'mm1b-bulk', set: { link_bps: 1e8 }, over: ['buffer_bytes=1kB:50kB:50'] } },
    charts: [
      {
        id: 'loss',
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
  }),
);
const chart = artefact.charts[0]!;

test('every parameter moves along, the rest stays, and x is in the unit of the field', () => {
  if (!canExplore(chart)) throw new Error('it can be explored');
  expect(toldAt(chart.explore, 5)).toBeCloseTo(12, 9);
  expect(askedAt(artefact, chart, [1, 50], 5)).toEqual([
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

test('it is worked out at the places that the file says', () => {
  if (!canExplore(chart)) throw new Error('it can be explored');
  expect(placesOf(chart)).toEqual([4, 4.4, 4.8, 5.2]);
});

test('it turns where it stops falling', () => {
  const points = (means: number[]) => means.map((mean, i) => ({ x: i, mean, halfWidth: null, n: 1 }));
  expect(turnOf(points([4, 2, 1, 3, 5, 4]))).toMatchObject({ least: { x: 2 }, most: { x: 4 } });
  expect(turnOf(points([4, 2, 1, 1.01]))).toMatchObject({ least: { x: 2 }, most: null });
  expect(turnOf(points([4, 2, 1]))).toBeNull();
});

test('what is not understood of it is left out', () => {
  const charts = [{ id: 'loss', series: [], explore: { over: [['udp_load', [1]]], steps: 3 } }];
  const odd = readArtefact(JSON.stringify({ id: 'x', title: 'x', paper: 'y', charts }));
  expect(odd.charts[0]!.explore).toBeNull();
});
