// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { originOfSvg } from '../url/carried';
import type { Scenario } from '../scenario/types';
import { CHARTS, describedCharts, shownCharts, withFirst } from './all';
import type { Scene } from './chart';
import { frameOf, layoutOf, sceneOf } from './fixture';
import { recordingContext } from '../plot/testing';
import { CanvasRenderer } from '../plot/canvas';
import { nextRange } from './domain';
import { svgFigure } from './figure';
import { unitFor } from '../plot/format';
import { geometryOf } from './geometry';
import { paintChart } from './paint';
import { extentOf, placed, type Picture } from './picture';
import { met } from './states';
import { PAPER } from '../plot/theme';
import { chartsOfPreset, PRESETS_WITH_CHARTS } from './presetCharts';

vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(
  (() => recordingContext().context) as never,
);

const layout = layoutOf({ gauges: true, udp: true, limit_bytes: 30_000, flows: [0, 1] });
const scene = sceneOf(layout);
const empty = sceneOf(null);
const origin = { title: 'A <b>bold</b> & "quoted" title', seed: 7, engine: '1.0', link: 'https://lab/#1' };

function pictureOf(index: number, of: Scene, value: number, height = 160): Picture {
  const chart = CHARTS[index]!.describe(of);
  const frame = of.layout ? frameOf(of.layout, {}, 8, value) : null;
  const hidden = new Set<string>();
  const range = nextRange(null, chart.rule, extentOf(chart, frame, hidden), 0);
  const picture = {
    chart,
    frame,
    shown: { t0_s: 0, t1_s: 10 },
    range,
    unit: unitFor(chart.quantity, range.hi),
    hidden,
    met: chart.states && frame ? met([], chart.states, frame) : [],
    warmup_s: 2,
    edits_s: [5],
    cursor_s: 3,
    pinned_s: 4,
    theme: PAPER,
  };
  return placed(picture, geometryOf(chart, 900, height));
}

describe.each(CHARTS.map((one, i) => ({ id: one.describe(empty).id, one, i })))(
  'the chart $id',
  ({ one, i }) => {
    it('takes series that exist, each once', () => {
      const { traces } = one.describe(scene);
      expect(traces.length).toBeGreaterThan(0);
      expect(new Set(traces.map(({ id }) => id)).size).toBe(traces.length);
      const there = layout.series.map(({ id }) => id);
      for (const { id } of traces) expect(there).toContain(id);
    });

    it('tells traces of one form apart without color', () => {
      const looks = one
        .describe(scene)
        .traces.filter(({ form }) => form !== 'drops')
        .map(({ form, label, style }) =>
          [form, label.endsWith('ssthresh'), style.dash.join(), style.marker, style.hatch].join(),
        );
      const twins = looks.filter((look, k) => looks.indexOf(look) !== k && !look.includes('true'));
      expect(twins).toEqual([]);
    });

    it('has axes and a title before there are data', () => {
      const picture = pictureOf(i, empty, 0);
      expect(picture.chart.title).not.toBe('');
      expect(picture.range.hi).toBeGreaterThan(picture.range.lo);
      const { context, calls } = recordingContext();
      paintChart(new CanvasRenderer(context, 'sans-serif'), picture);
      expect(calls.some((call) => call.startsWith('stroke'))).toBe(true);
    });

    it('writes the same words on the screen and into SVG', () => {
      const { context, calls } = recordingContext();
      const picture = pictureOf(i, scene, 1);
      paintChart(new CanvasRenderer(context, 'sans-serif'), picture);
      const svg = svgFigure({ ...picture, geometry: picture.geometry }, origin);
      const words = calls.filter((call) => call.startsWith('fillText')).map((call) => call.split(' ')[1]!);
      for (const word of words.filter((one) => /[a-z]/.test(one))) expect(svg).toContain(`>${word}`);
    });

    it('never draws at a place that is not a number', () => {
      for (const value of [0, 1, 1e30, NaN]) {
        const { context, calls } = recordingContext();
        const picture = pictureOf(i, scene, value);
        paintChart(new CanvasRenderer(context, 'sans-serif'), picture);
        expect(calls.filter((call) => /NaN|Infinity/.test(call))).toEqual([]);
        expect(svgFigure(picture, origin)).not.toMatch(/NaN|Infinity/);
      }
    });

    it('exports well-formed text that carries the experiment', () => {
      const svg = svgFigure(pictureOf(i, scene, 1), origin);
      expect(svg).toContain(
        'A &lt;b&gt;bold&lt;/b&gt; &amp; &quot;quoted&quot; title · seed 7 · Bufferlab 1.0',
      );
      expect(svg).not.toContain('<b>');
      expect(originOfSvg(svg)).toEqual({ ok: true, origin });
      expect(svg.match(/<g /g)?.length).toBe(svg.match(/<\/g>/g)?.length);
    });
  },
);

describe('the stack', () => {
  const ids = (chosen: string[] | null, of = sceneOf(layoutOf())): string[] =>
    describedCharts(shownCharts(chosen && new Set(chosen), of.current), of).map(({ chart }) => chart.id);

  it('has four charts until somebody chooses', () => {
    expect(ids(null)).toEqual(['queue', 'windows', 'loss', 'rates']);
  });

  it('has the delay from end to end beside them if somebody calls', () => {
    const scene = sceneOf(layoutOf());
    const call = { traffic: { kind: 'call' } };
    const current = { bottlenecks: [], edges: [], groups: [call] } as unknown as Scenario;
    expect(ids(null, { ...scene, current })).toEqual(['queue', 'windows', 'end-to-end', 'loss', 'rates']);
    expect(ids(['queue'], { ...scene, current })).toEqual(['queue']);
  });

  it('has the chosen charts in its own order', () => {
    expect(ids(['rtt', 'queue'])).toEqual(['queue', 'rtt']);
  });

  it('begins with the charts that a preset is about, and loses none', () => {
    const standard = shownCharts(null, null).filter(({ id }) => id !== 'inside');
    const of = (preset: string) => withFirst(standard, chartsOfPreset(preset)).map(({ id }) => id);
    expect(of('anomaly')).toEqual(['loss', 'queue', 'rates', 'windows']);
    expect(of('one-flow')).toEqual(standard.map(({ id }) => id));
    for (const preset of ['constructor', ...PRESETS_WITH_CHARTS])
      expect(of(preset).sort(), preset).toEqual(standard.map(({ id }) => id).sort());
  });

  it('knows the charts that presets name', () => {
    const known = CHARTS.map(({ id }) => id);
    for (const preset of PRESETS_WITH_CHARTS)
      expect(known, preset).toEqual(expect.arrayContaining([...chartsOfPreset(preset)]));
  });

  it('is never empty, whatever an earlier version of the page has kept', () => {
    expect(ids([])).toEqual(ids(null));
    expect(ids(['no-longer-there'])).toEqual(ids(null));
  });
});

it('labels two values of the delay, however short the chart is', () => {
  const index = CHARTS.findIndex(({ describe: of }) => of(empty).id === 'end-to-end');
  const labels = pictureOf(index, scene, 0.42, 70).ticks.y.map(({ label }) => label);
  expect(labels).toEqual(['0', '500']);
});
