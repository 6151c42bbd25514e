/**
 * One of the threads that a study's cases are run on: loads the engine, then runs what it is told.
 *
 * A case runs in slices, between which we listen and send how far it is: so a run can stand still and go on.
 * Who wants it to end ends the thread, which is quicker than asking it and leaves nothing behind.
 */
import init, * as engine from '../generated/bufferlab_wasm.js';
import wasmUrl from '../generated/bufferlab_wasm_bg.wasm?url';
import { MAX_RUNS, planned, rounded, type StudyCommand, type StudyReport } from './protocol';

/** Some milliseconds of work. */
const SLICE_EVENTS = 20_000;
/** Milliseconds between two reports of progress. */
const PROGRESS_MS = 100;

let study = '';
/** Resolves when it may go on; null while nothing holds it. */
let held: Promise<void> | null = null;
let release = (): void => undefined;
/** One thing after another, in the order in which they came. */
let last: Promise<void> = init({ module_or_path: wasmUrl }).then(() => undefined);

self.onmessage = ({ data }: MessageEvent<StudyCommand>) => {
  if (data.type === 'hold') hold(data.held);
  else {
    last = last.then(() => execute(data)).catch(fail);
  }
};

function hold(wanted: boolean): void {
  release();
  held = wanted ? new Promise((resolve) => (release = resolve)) : null;
}

function fail(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  post({ type: 'failed', message: `The simulator stopped: ${message}` });
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

/** Lets what was posted meanwhile be heard. A timer would take 4 ms of every slice. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });
}

function post(report: StudyReport): void {
  self.postMessage(report);
}
