/** Thread that repeats runs; see `replay.ts`. */
import { engineReady } from '../engine/workerEngine';
import * as bindings from '../generated/bufferlab_wasm.js';
import { engineFromModule } from '../engine/wasm';
import { serve } from '../rpc/serve';
import { replay, type ReplayApi, type Replayed, type ReplayRequest } from './replay';

/** Time between two reports of progress, in ms. */
const PROGRESS_MS = 100;

const reportProgress: (done: number) => void = serve({ replay: replayHere } satisfies ReplayApi);

async function replayHere(request: ReplayRequest): Promise<Replayed> {
  await engineReady;
  let reported_ms = performance.now();
  return replay(engineFromModule(bindings), request, (done) => {
    const now_ms = performance.now();
    if (now_ms - reported_ms < PROGRESS_MS) return;
    reported_ms = now_ms;
    reportProgress(done);
  });
}
