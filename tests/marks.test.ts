/** What a frame tells of moments, however far it is zoomed out and however long ago they were. */
import { beforeAll, describe, expect, it } from 'vitest';
import { needsOf, type Chart } from '../web/charts/chart';
import { countsOf } from '../web/charts/marks';
import { windows } from '../web/charts/windows';
import type { Frame } from '../web/engine/protocol';
import { compiledEngine, presetOf, runOf, type TestRun } from './run';

const UNTIL_S = 80;

let run: TestRun;
let chart: Chart;
let rows: string[];

beforeAll(() => {
  const engine = compiledEngine();
  // A thousand flows with windows of two or three packets: timeouts all the time, of each.
  run = runOf(engine, presetOf(engine, 'anomaly'), UNTIL_S);
  chart = windows.describe({
    layout: run.layout,
    link: run.layout.links[0]!,
    document: null,
    current: null,
    catalog: null,
    states: [],
    group: null,
    logarithmic: new Set(),
    byGroup: new Set(),
  });
  rows = chart.states!.rows.map(({ timeouts }) => timeouts);
});

const looking = (t0_s: number, t1_s: number): Frame =>
  run.frame(needsOf(chart), { t0_s, t1_s, follow_span_s: null }).frame;

const timeouts = (frame: Frame, id: string, before = Infinity): number =>
  countsOf(frame, id)
    .filter(({ column }) => column < before)
    .reduce((sum, { count }) => sum + count, 0);

describe('a frame of a run with many timeouts', () => {
  it('tells all of them zoomed out, where it had the newest at the right edge only', () => {
    const whole = looking(0, UNTIL_S);
    const parts = [0, 20, 40, 60].map((t0_s) => looking(t0_s, t0_s + 20));
    for (const id of rows) {
      const each = parts.map((frame) => timeouts(frame, id));
      expect(timeouts(whole, id)).toBe(each.reduce((a, b) => a + b));
      // In each quarter of the view as many as a frame of that quarter has.
      expect(each.map((_, i) => timeouts(whole, id, 200 * (i + 1)) - timeouts(whole, id, 200 * i))).toEqual(
        each,
      );
      expect(Math.min(...each), id).toBeGreaterThan(0);
    }
  });

  it('has single marks only where they can be told apart', () => {
    expect(looking(0, UNTIL_S)).toMatchObject({ crowded: true, marks: new Float64Array() });
    const close = looking(76, 79);
    expect(close.crowded).toBe(false);
    expect(close.marks.length / 4).toBeGreaterThan(5);
    expect(close.marks.length / 4).toBeLessThanOrEqual(128);
  });

  it('says since when marks are kept, and counts what happened before', () => {
    const from_s = looking(0, UNTIL_S).marks_from_s;
    expect(from_s).toBeGreaterThan(10);
    expect(from_s).toBeLessThan(UNTIL_S);
    const before = looking(0, Math.floor(from_s));
    expect(before).toMatchObject({ crowded: false, marks: new Float64Array() });
    for (const id of rows) expect(timeouts(before, id), id).toBeGreaterThan(0);
  });
});
