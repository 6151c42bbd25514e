/** The axis of the loss chart, against what a slow start does to it in real runs. */
import { beforeAll, describe, expect, it } from 'vitest';
import { needsOf } from '../web/charts/chart';
import { columnsOf } from '../web/samples/columns';
import { nextRange } from '../web/charts/domain';
import { loss } from '../web/charts/loss';
import { extentOf } from '../web/charts/picture';
import type { Frame } from '../web/engine/protocol';
import type { Engine } from '../web/engine/wasm';
import { compiledEngine, presetOf, runOf } from './run';

let engine: Engine;

beforeAll(() => {
  engine = compiledEngine();
});

/** The chart of a preset at a moment, when it shows `[t0_s, t1_s]`. */
function lossOf(id: string, until_s: number, t0_s: number, t1_s: number) {
  const scenario = presetOf(engine, id);
  const { layout, frame } = runOf(engine, scenario, until_s);
  const scene = {
    layout,
    link: layout.links[0]!,
    document: null,
    current: null,
    catalog: null,
    states: [],
    group: null,
    logarithmic: new Set<string>(),
    byGroup: new Set<string>(),
  };
  const chart = loss.describe(scene);
  const shown = frame(needsOf(chart), { t0_s, t1_s, follow_span_s: null }).frame;
  const warmup_s = scenario.warmup_s as number;
  const { hi } = nextRange(null, chart.rule, extentOf(chart, shown, new Set(), warmup_s), 0);
  return { top: hi, lost: (from_s: number, to_s: number) => greatest(shown, from_s, to_s) };
}

/** The greatest loss of TCP in the columns of a stretch of time. */
function greatest(frame: Frame, from_s: number, to_s: number): number {
  const { hi } = columnsOf(frame, 'link.r0.loss_tcp')!;
  const column = (t_s: number) =>
    Math.round(((t_s - frame.t0_s) / (frame.t1_s - frame.t0_s)) * frame.columns);
  return Math.max(...hi.slice(column(from_s), column(to_s)).filter((loss) => !Number.isNaN(loss)));
}

describe('the axis of loss', () => {
  it.each([
    ['after the warm-up', 90, 0, 90],
    ['while it lasts', 30, 0, 30],
  ])('is that of the sawtooth, %s, not of slow start', (_, until_s, t0_s, t1_s) => {
    const { top, lost } = lossOf('one-flow', until_s, t0_s, t1_s);
    const [start, sawtooth] = [lost(0, 3), lost(5, until_s)];
    expect(start).toBeGreaterThan(10 * sawtooth);
    // It was a twentieth of the height, or less.
    expect(sawtooth).toBeGreaterThan(0.3 * top);
    expect(sawtooth).toBeLessThan(top);
  });

  it('is that of slow start where nothing else is in sight', () => {
    const { top, lost } = lossOf('one-flow', 30, 0.5, 1.5);
    expect(lost(0.5, 1.5)).toBeLessThan(top);
  });
});
