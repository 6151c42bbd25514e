/** A run without a worker: the frame that a chart needs, at a fixed time of a deterministic run. */
import type { Interval } from '../engine/interval';
import { FrameWriter } from '../engine/frameWriter';
import type { Frame, Layout, Needs } from '../engine/protocol';
import { Run } from '../engine/run';
import type { Engine } from '../engine/wasm';
import { averagingWindow } from '../samples/axis';
import type { Scenario } from '../scenario/types';

/** Store of computed values by the text of their inputs. */
export interface Cache {
  /** Returns the stored value of a key, or computes and stores it. */
  get<T>(key: string, compute: () => T): T;
}

/** A request for a frame: the interval, up to whose end the run goes, and its content. */
export interface FrameRequest {
  shown: Interval;
  columns: number;
  /** Returns the content of the frame for the layout of the run. */
  needs: (layout: Layout) => Needs;
}

/** Runs a scenario and returns its layout and the frame. */
export function frameOf(
  engine: Engine,
  cache: Cache,
  scenario: Scenario,
  { shown, columns, needs }: FrameRequest,
): { layout: Layout; frame: Frame } {
  const simulation = engine.open(scenario);
  const layout = simulation.layout();
  const content = needs(layout);
  const key = JSON.stringify({ scenario, shown, columns, content });
  const frame = cache.get(key, () => {
    while (!simulation.advance(shown.t1_s, EVENTS));
    simulation.settle();
    const writer = new FrameWriter();
    writer.setLayout(layout);
    const window_s = averagingWindow(shown.t1_s - shown.t0_s);
    writer.setView({ ...shown, ...content, columns, window_s, follow_span_s: null });
    return writer.frame(new Run(1, simulation, 'max', () => 0));
  });
  simulation.free();
  return { layout, frame };
}

/** Events per call of the engine. */
const EVENTS = 1_000_000;
