import { expect, it } from 'vitest';
import { PAPER } from '../plot/theme';
import type { Curve } from './data';
import type { Field } from './fields';
import type { Measure } from './measures';
import { panelOf } from './panel';
import { DEFAULT_VIEW } from './viewSettings';

const point = (x: number) => ({ x, mean: 1, half: null, min: 1, max: 1, n: 1, runs: [] });
const curve = { name: '', of: null, points: [point(1), point(2)] } as unknown as Curve;
const line = (name: string, y: number) => ({ name, at: null, points: [[1, y] as const, [2, y] as const] });

it('names the selected models that have no value within the axes', () => {
  const panel = panelOf(
    {
      set: { x: { kind: 'numbers', values: [1, 2] } as never, curves: [curve] },
      measure: { label: 'Loss', quantity: 'packets', owner: '', path: '' } as unknown as Measure,
      field: { label: 'Buffer', unit: 'packets' } as unknown as Field,
      settings: DEFAULT_VIEW,
      models: [
        line('near', 1.2),
        line('far', 100),
        line('none', NaN),
        { name: 'beyond', at: 100, points: [] },
      ],
      xs: [1, 2],
      theme: PAPER,
    },
    { width: 400, height: 200 },
  );
  expect(panel.outside).toEqual(['far', 'beyond']);
});
