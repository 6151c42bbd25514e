import { beforeEach, describe, expect, it } from 'vitest';
import { followed } from '../engine/interval';
import { clamped, MIN_SPAN_S, zoomed } from './axis';
import { createView } from './view';

const { store: view, actions, advance, reset } = createView();

beforeEach(() => {
  reset();
  view.setState({ span_s: 20, hidden: new Set() });
  advance(100);
});
const shown = (): [number, number] => [view.getState().t0_s, view.getState().t1_s];

describe('the span of the time axis', () => {
  it('fits the run: all of half a second, a tenth of a day', () => {
    const { store, fit, reset: again, actions: change } = createView();
    fit(0.5);
    again();
    expect(store.getState()).toMatchObject({ t0_s: 0, t1_s: 0.5 });
    fit(120);
    again();
    expect(store.getState().t1_s).toBe(20);
    fit(100_000);
    again();
    expect(store.getState().t1_s).toBe(10_000);
    for (let i = 0; i < 20; i++) change.zoom(0.5, 0);
    expect(store.getState().t1_s).toBe(100_000);
  });

  it('stays as it was chosen while runs have the same length', () => {
    const { store, fit, reset: again, actions: change } = createView();
    fit(120);
    change.zoom(2, 0);
    fit(120);
    again();
    expect(store.getState().t1_s).toBe(10);
  });
});

describe('the time axis', () => {
  it('fills from the left while the run is young, then moves with it', () => {
    expect(followed(5, 20)).toEqual({ t0_s: 0, t1_s: 20 });
    expect(followed(50, 20)).toEqual({ t0_s: 30, t1_s: 50 });
  });

  it('keeps the moment under the pointer in its place when zooming', () => {
    const next = zoomed({ t0_s: 10, t1_s: 30 }, 2, 15, 100);
    expect(next).toEqual({ t0_s: 12.5, t1_s: 22.5 });
  });

  it('shows nothing before 0 or after the present, and never less than a millisecond', () => {
    expect(clamped({ t0_s: -5, t1_s: 15 }, 100)).toEqual({ t0_s: 0, t1_s: 20 });
    expect(clamped({ t0_s: 95, t1_s: 115 }, 100)).toEqual({ t0_s: 80, t1_s: 100 });
    expect(clamped({ t0_s: 0, t1_s: 500 }, 100)).toEqual({ t0_s: 0, t1_s: 100 });
    const deep = zoomed({ t0_s: 50, t1_s: 51 }, 1e9, 50.5, 100);
    expect(deep.t1_s - deep.t0_s).toBeCloseTo(MIN_SPAN_S, 9);
  });
});

describe('the view', () => {
  it('follows until the person looks back, and again when asked', () => {
    expect(shown()).toEqual([80, 100]);
    actions.pan(-30);
    advance(110);
    expect(view.getState().follow).toBe(false);
    expect(shown()).toEqual([50, 70]);
    actions.follow();
    expect(shown()).toEqual([90, 110]);
  });

  it('keeps following while zooming at the live edge', () => {
    actions.zoom(2, 95);
    expect(view.getState()).toMatchObject({ follow: true, span_s: 10 });
    expect(shown()).toEqual([90, 100]);
  });

  it('brings a moment into view only if it is not there', () => {
    actions.lookAt(90);
    expect(view.getState().follow).toBe(true);
    actions.lookAt(40);
    expect(shown()).toEqual([30, 50]);
  });

  it('hides and shows series, and limits the columns', () => {
    actions.toggleSeries('a');
    expect([...view.getState().hidden]).toEqual(['a']);
    actions.toggleSeries('a');
    expect(view.getState().hidden.size).toBe(0);
    actions.setColumns(1e6);
    expect(view.getState().columns).toBe(4096);
    actions.setColumns(NaN);
    expect(view.getState().columns).toBe(4096);
  });

  it('ignores nonsense', () => {
    const before = shown();
    actions.zoom(0, 90);
    actions.zoom(NaN, 90);
    actions.pan(Infinity);
    actions.show(5, 5);
    expect(shown()).toEqual(before);
  });
});
