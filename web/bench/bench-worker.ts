/** Thread that measures one case of the benchmark, with an engine of its own. */
import { engineReady } from '../engine/workerEngine';
import * as engine from '../generated/bufferlab_wasm.js';
import { serve, type Served } from '../rpc/serve';
import { measure } from './measure';
import type { BenchApi } from './protocol';

/** Time between two reports of progress, in ms. */
const PROGRESS_MS = 100;

let reported_ms = 0;

const report: (done: number) => void = serve({
  measure: async (item) => {
    const { memory } = await engineReady;
    return measure(engine, item, { memory, clock_ms: () => performance.now(), onProgress });
  },
} satisfies Served<BenchApi>);

function onProgress(done: number): void {
  const now_ms = performance.now();
  if (now_ms - reported_ms < PROGRESS_MS) return;
  reported_ms = now_ms;
  report(done);
}
