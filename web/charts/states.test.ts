import { describe, expect, it } from 'vitest';
import type { Frame } from '../engine/protocol';
import { nextRange } from './domain';
import { frameOf, layoutOf, sceneOf } from './fixture';
import { geometryOf } from './geometry';
import { MARK } from './marks';
import { extentOf, placed, type Picture } from './picture';
import { apart, met, paintStates, stateStyle, stretchesOf } from './states';
import { keyPlaces, paintStateKeys } from './stateKeys';
import { SvgRenderer } from '../plot/svg';
import { PAPER } from '../plot/theme';
import { windows } from './windows';

const layout = layoutOf({ flows: [0] });
const chart = windows.describe(sceneOf(layout));
const frame = frameOf(
  layout,
  {
    'flow.0.cwnd_packets': { hi: [NaN, 4, 8, 8, 4, 4, 1, 2] },
    'flow.0.state': { hi: [0, 0, 0, 1, 2, 2, 3, 4] },
  },
  8,
);

function pictureOf(width: number, hidden = new Set<string>(), overrides: Partial<Frame> = {}): Picture {
  const range = nextRange(null, chart.rule, extentOf(chart, frame, hidden), 0);
  // A timeout in the column from 7.5 s on.
  const counts = Uint16Array.of(0, 6, 1);
  return placed(
    {
      chart,
      frame: { ...frame, counts, ...overrides },
      shown: { t0_s: 0, t1_s: 10 },
      range,
      unit: { per: 1, name: 'packets' },
      hidden,
      met: met([], chart.states!, frame),
      warmup_s: 0,
      edits_s: [],
      cursor_s: null,
      pinned_s: null,
      theme: PAPER,
    },
    geometryOf(chart, width, 120),
  );
}

function drawnBy(paint: typeof paintStates, picture: Picture): string {
  const renderer = new SvgRenderer('test');
  paint(renderer, picture);
  return renderer.finish({ width: 900, height: 120 }, 'sans-serif', '', '');
}
const words = (svg: string): string[] => [...svg.matchAll(/>([^<]+)<\/text>/g)].map(([, text]) => text!);

describe('stretches of a state', () => {
  it('go on while it is the same and break where there is no window', () => {
    const states = Float32Array.of(0, 0, 0, 1, 1, 1);
    const window = Float32Array.of(NaN, 1, 1, 1, NaN, 1);
    expect(stretchesOf(states, window)).toEqual([
      { from: 1, to: 3, state: 0 },
      { from: 3, to: 4, state: 1 },
      { from: 5, to: 6, state: 1 },
    ]);
  });
});

describe('the lane of states', () => {
  it('says the name of each stretch that is wide enough', () => {
    expect(words(drawnBy(paintStates, pictureOf(900)))).toEqual([
      'state',
      'slow start',
      'avoidance',
      'recovery',
      'timeout',
      'probe up',
    ]);
    expect(words(drawnBy(paintStates, pictureOf(400)))).toEqual(['state', 'recovery']);
  });

  it('marks timeouts, and nothing of a flow whose window is hidden', () => {
    const symbols = (svg: string): number => svg.split('translate(').length - 1;
    expect(symbols(drawnBy(paintStates, pictureOf(900)))).toBe(1);
    const hidden = drawnBy(paintStates, pictureOf(900, new Set(['flow.0.cwnd_packets'])));
    expect(words(hidden)).toEqual(['state']);
    expect(symbols(hidden)).toBe(0);
  });

  it('marks a timeout in every column that has some, as far apart as can be seen', () => {
    const everywhere = Uint16Array.from({ length: 24 }, (_, i) => [0, Math.floor(i / 3), 9][i % 3]!);
    const spots = (width: number): number =>
      drawnBy(paintStates, pictureOf(width, new Set(), { counts: everywhere })).split('translate(').length -
      1;
    expect(spots(900)).toBe(8);
    expect(apart([0, 1, 3, 4, 6, 100], 3)).toEqual([0, 3, 6, 100]);
  });

  it('shades the time of which marks are no longer kept', () => {
    const of = (overrides: Partial<Frame>) =>
      words(drawnBy(paintStates, pictureOf(900, new Set(), overrides)));
    expect(of({ marks_from_s: 4 })).toContain('events not stored');
    expect(of({ marks_from_s: 0 })).not.toContain('events not stored');
  });

  it('tells every state from every other without color or without hatch', () => {
    const looks = Array.from({ length: 12 }, (_, state) => JSON.stringify(stateStyle(state)));
    expect(new Set(looks).size).toBe(looks.length);
  });
});

describe('its legend', () => {
  it('has what was met, in order of appearance, and grows at its end only', () => {
    const first = met([], chart.states!, frame);
    expect(first).toEqual([0, 1, 2, 3, 4]);
    expect(met(first, chart.states!, frame)).toBe(first);
    const marks = Float64Array.of(1, MARK.ecnCut, 0, 3);
    expect(met(first, chart.states!, { ...frame, marks })).toEqual([...first, 'ecnCut']);
  });

  it('says of events that are too many to show how to see them', () => {
    const crowded = { ...pictureOf(900, new Set(), { crowded: true }), met: [0, 'ecnCut'] as const };
    expect(words(drawnBy(paintStateKeys, crowded))).toEqual(['slow start', 'ECN reduction: zoom in']);
  });

  it('leaves out states that the catalog does not name', () => {
    const unknown = frameOf(
      layout,
      { 'flow.0.cwnd_packets': { hi: [1, 1] }, 'flow.0.state': { hi: [9, 1] } },
      2,
    );
    expect(met([], chart.states!, unknown)).toEqual([1]);
  });

  it('is beside the plot on a wide page and below it on a narrow one', () => {
    const wide = pictureOf(900).geometry;
    expect(wide.keys!.x).toBeGreaterThan(wide.plot.x + wide.plot.width);
    const narrow = pictureOf(400).geometry;
    expect(narrow.keys!.y).toBeGreaterThanOrEqual(narrow.states!.y + narrow.states!.height);
    expect(narrow.keys!.y + narrow.keys!.height).toBeLessThanOrEqual(120);
  });

  it('says how many entries it has no room for', () => {
    const picture = pictureOf(900);
    const small = {
      ...picture,
      geometry: { ...picture.geometry, keys: { ...picture.geometry.keys!, height: 39 } },
    };
    expect(words(drawnBy(paintStateKeys, small))).toEqual(['slow start', 'avoidance', '+3 more']);
  });

  it('prefers what is in sight where there is no room for all', () => {
    const picture = pictureOf(900);
    const keys = { ...picture.geometry.keys!, height: 26 };
    const later = frameOf(
      layout,
      { 'flow.0.cwnd_packets': { hi: [1, 1] }, 'flow.0.state': { hi: [3, 4] } },
      2,
    );
    const small = { ...picture, frame: later, geometry: { ...picture.geometry, keys } };
    expect(words(drawnBy(paintStateKeys, small))).toEqual(['timeout', 'probe up']);
  });

  it('fills lines from left to right', () => {
    const box = { x: 0, y: 0, width: 200, height: 26 };
    expect(keyPlaces(['slow start', 'avoidance', 'recovery'], box).map(({ y }) => y)).toEqual([0, 0, 13]);
  });
});
