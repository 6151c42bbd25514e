import { expect, it } from 'vitest';
import { pointsText } from './paramText';
import { readPoints } from './PointsField';

const kind = { last: 1e6, max: 1e13 };

it('reads points as it writes them', () => {
  const points: [number, number][] = [
    [0, 1e7],
    [0.5, 0],
    [10, 2.5e6],
  ];
  const text = pointsText(points, 'b/s');
  expect(text).toBe('0 s: 10 Mb/s; 500 ms: 0 b/s; 10 s: 2.5 Mb/s');
  expect(readPoints(text, 'b/s', kind)).toEqual({ ok: true, list: points });
  expect(readPoints('0: 1e6\n1 min: 2 Mb/s', 'b/s', kind)).toMatchObject({ ok: true });
});

it('says what is wrong with a point', () => {
  expect(readPoints('10 Mb/s', 'b/s', kind)).toMatchObject({ ok: false });
  expect(readPoints('1 s: -5', 'b/s', kind)).toMatchObject({ ok: false });
  expect(readPoints(' ', 'b/s', kind)).toMatchObject({ ok: false });
});
