/**
 * One of the threads that a study's cases are run on: loads the engine, then runs what it is told.
 *
 * A case runs in slices, between which we say how far it is. Nothing is listened to meanwhile: who wants it
 * to stop ends the thread, which is quicker than asking it and leaves nothing behind.
 */
import init, * as engine from '../generated/bufferlab_wasm.js';
import wasmUrl from '../generated/bufferlab_wasm_bg.wasm?url';
import { planned, type StudyCommand, type StudyReport } from './protocol';

/** Some milliseconds of work. */
const SLICE_EVENTS = 20_000;
/** Milliseconds between two reports of progress. */
const PROGRESS_MS = 100;

let study = '';
const loaded = init({ module_or_path: wasmUrl });

self.onmessage = ({ data }: MessageEvent<StudyCommand>) => {
  // In turn: what waits for the engine is resumed in the order in which it came.
  loaded
    .then(() => obey(data))
    .catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      post({ type: 'failed', message: `The simulator stopped: ${message}` });
    });
};

function obey(command: StudyCommand): void {
  if (command.type === 'run') {
    run(command.index);
    return;
  }
  study = command.study;
  post({ type: 'ready' });
  if (command.plan) post(planned(engine.plan_json(study)));
}

function run(index: number): void {
  const one = new engine.CaseRun(study, index);
  let told_ms = performance.now();
  while (!one.advance(SLICE_EVENTS)) {
    const now_ms = performance.now();
    if (now_ms - told_ms < PROGRESS_MS) continue;
    told_ms = now_ms;
    post({ type: 'progress', index, done: one.done() });
  }
  post({ type: 'line', index, text: one.line_json() });
  one.free();
}

function post(report: StudyReport): void {
  self.postMessage(report);
}
