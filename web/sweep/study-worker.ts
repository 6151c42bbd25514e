/**
 * Thread that runs the cases of a study: it loads the engine, then executes commands.
 *
 * A case runs in slices, between which the thread receives commands and reports progress, so that a run can be paused. To
 * end a run, the page ends the thread.
 */
import init, * as engine from '../generated/bufferlab_wasm.js';
import wasmUrl from '../generated/bufferlab_wasm_bg.wasm?url';
import { FAILURE } from './strings';
import { MAX_RUNS, planned, rounded, type StudyCommand, type StudyReport } from './protocol';

/** Events per slice, which take a few milliseconds. */
const SLICE_EVENTS = 20_000;
/** Time between two reports of progress, in ms. */
const PROGRESS_MS = 100;

let study = '';
/** Resolves when the run may continue; null while it is not paused. */
let held: Promise<void> | null = null;
let release = (): void => undefined;
/** End of the last command; commands run one after another. */
let last: Promise<void> = init({ module_or_path: wasmUrl }).then(() => undefined);

self.onmessage = ({ data }: MessageEvent<StudyCommand>) => {
  if (data.type === 'hold') hold(data.held);
  else {
    last = last.then(() => execute(data)).catch(fail);
  }
};

function hold(isHeld: boolean): void {
  release();
  held = isHeld ? new Promise((resolve) => (release = resolve)) : null;
}

function fail(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  post({ type: 'failed', message: FAILURE.simulator(message) });
}

async function execute(command: Exclude<StudyCommand, { type: 'hold' }>): Promise<void> {
  switch (command.type) {
    case 'study':
      study = command.study;
      post({ type: 'ready' });
      if (command.plan) post(planned(engine.plan_json(study, MAX_RUNS)));
      return;
    case 'round':
      post(rounded(engine.round_json(study, JSON.stringify(command.figures))));
      return;
    case 'run':
      await run(command.index);
  }
}

async function run(index: number): Promise<void> {
  const one = new engine.CaseRun(study, index);
  let reported_ms = performance.now();
  while (!one.advance(SLICE_EVENTS)) {
    await turn();
    if (held) await held;
    const now_ms = performance.now();
    if (now_ms - reported_ms < PROGRESS_MS) continue;
    reported_ms = now_ms;
    post({ type: 'progress', index, done: one.done() });
  }
  if (held) await held;
  post({ type: 'line', index, text: one.line_json() });
  one.free();
}

const { port1, port2 } = new MessageChannel();

/** Lets the thread receive messages between slices. A timer would take 4 ms per slice. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });
}

function post(report: StudyReport): void {
  self.postMessage(report);
}
