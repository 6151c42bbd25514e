import { expect, it } from 'vitest';
import { PAPER } from '../plot/theme';
import type { Curve } from './data';
import type { Field } from './fields';
import type { Measure } from './measures';
import { panelOf, type PanelParts } from './panel';
import { DEFAULT_VIEW, type ViewSettings } from './viewSettings';

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

/** Panel of a buffer in packets against loss, with settings. */
function panelWith(settings: Partial<ViewSettings>, more: Partial<PanelParts> = {}) {
  const points = [1000, 5000, 30_000].map((x, i) => ({
    ...point(x),
    mean: 0.01 * (i + 1),
    max: 0.03,
    min: 0.01,
  }));
  return panelOf(
    {
      set: { x: { kind: 'numbers' }, curves: [{ of: {}, points }] },
      measure: { label: 'Loss of UDP', quantity: 'ratio', owner: '', path: 'loss' } as unknown as Measure,
      field: { label: 'Buffer, bytes', unit: 'B' } as unknown as Field,
      settings: { ...DEFAULT_VIEW, ...settings },
      models: [],
      xs: [1000, 5000, 30_000],
      theme: PAPER,
      ...more,
    },
    { width: 400, height: 200 },
  );
}

it('shows the chosen part of each axis, under the chosen titles', () => {
  const x = { from: 2000, to: 20_000, title: 'Memory' };
  const cut = panelWith({ axes: { x, y: { loss: { from: null, to: 0.02, title: 'Lost' } }, bdp: false } });
  expect([cut.x.lo, cut.x.hi, cut.xTitle]).toEqual([2000, 20_000, 'Memory, kB']);
  expect([cut.y.lo + 0, cut.y.hi, cut.title]).toEqual([0, 0.02, 'Lost, %']);
  const whole = panelWith({});
  expect([whole.xTitle, whole.title]).toEqual(['Buffer, kB', 'Loss of UDP, %']);
  expect(whole.x.hi).toBeGreaterThan(30_000);
});

it('shows the part beyond the values if it begins there', () => {
  const beyond = (x: 'linear' | 'log') =>
    panelWith({ x, axes: { x: { from: 50_000, to: null, title: '' }, y: {}, bdp: false } }).x;
  for (const kind of ['linear', 'log'] as const) {
    expect(beyond(kind).lo).toBe(50_000);
    expect(beyond(kind).hi).toBeGreaterThan(50_000);
  }
});

it('shows all values where a logarithmic axis cannot begin', () => {
  const x = { from: -5, to: 20_000, title: '' };
  const panel = panelWith({ x: 'log', axes: { x, y: {}, bdp: false } });
  expect(panel.x.lo).toBeGreaterThan(0);
});

it('shows the x axis in multiples of the BDP if there is one', () => {
  const axes = { ...DEFAULT_VIEW.axes, bdp: true };
  const panel = panelWith({ axes }, { bdp: { per: 10_000, name: 'BDP' } });
  expect(panel.xTitle).toBe('Buffer, BDP');
  expect(panel.x.ticks.map(({ value, label }) => [value, label])).toContainEqual([20_000, '2']);
  expect(panelWith({ axes }, { bdp: null }).xTitle).toBe('Buffer, kB');
});

it('has a y axis that covers the points of all panels', () => {
  const shared = [{ ...point(1000), mean: 0.2, min: 0.2, max: 0.2 }];
  expect(panelWith({}, { shared }).y.hi).toBeGreaterThan(0.2);
  expect(panelWith({}).y.hi).toBeLessThan(0.1);
});

it('ends the axis of a share at 100 % where only an interval is above it', () => {
  const wide = { ...point(1000), mean: 0.95, half: 0.2, min: 0.9, max: 0.99 };
  const ofShare = (change: Partial<Curve['points'][number]>) =>
    panelWith({}, {
      set: { x: { kind: 'numbers' }, curves: [{ of: {}, points: [{ ...wide, ...change }] }] },
    } as never);
  expect(ofShare({}).y.hi).toBe(1);
  // A ratio of two measures has values above 1.
  expect(ofShare({ max: 1.1 }).y.hi).toBeGreaterThan(1.1);
});
