/**
 * Thread that runs the cases of a study, with an engine of its own.
 *
 * A case runs in slices, between which the thread receives calls and reports progress, so that a run can be paused. To
 * end a run, the page ends the thread.
 */
import { studiesReady } from '../engine/workerStudies';
import * as engine from '../generated/bufferlab_studies.js';
import { serve, type Served } from '../rpc/serve';
import { MAX_RUNS, type CaseProgress, type Plan, type Round, type StudyApi } from './protocol';

/** Events per slice, which take a few milliseconds. */
const SLICE_EVENTS = 20_000;
/** Time between two reports of progress, in ms. */
const PROGRESS_MS = 100;

const ready = studiesReady;
let study = '';
/** Resolves when the run may continue; null while it is not paused. */
let held: Promise<void> | null = null;
let release = (): void => undefined;

const reportProgress: (progress: CaseProgress) => void = serve({
  load: async (text) => {
    await ready;
    study = text;
  },
  plan: () => JSON.parse(engine.plan_json(study, MAX_RUNS)) as Plan,
  round: (values) => JSON.parse(engine.round_json(study, JSON.stringify(values))) as Round,
  run,
  hold: (isHeld) => {
    release();
    held = isHeld ? new Promise((resolve) => (release = resolve)) : null;
  },
} satisfies Served<StudyApi>);

async function run(index: number): Promise<string> {
  const one = new engine.CaseRun(study, index);
  let reported_ms = performance.now();
  while (!one.advance(SLICE_EVENTS)) {
    await turn();
    if (held) await held;
    const now_ms = performance.now();
    if (now_ms - reported_ms < PROGRESS_MS) continue;
    reported_ms = now_ms;
    reportProgress({ index, done: one.done() });
  }
  if (held) await held;
  const line = one.line_json();
  one.free();
  return line;
}

const { port1, port2 } = new MessageChannel();

/** Lets the thread receive messages between slices. A timer would take 4 ms per slice. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });
}
