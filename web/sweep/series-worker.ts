/** Thread that repeats a run to write its time series; see `series.ts`. */
import { engineReady } from '../engine/workerEngine';
import * as bindings from '../generated/bufferlab_wasm.js';
import { engineFromModule } from '../engine/wasm';
import { serve } from '../rpc/serve';
import { SeriesRows } from './series';
import type { SeriesApi, SeriesCommand } from './whole-run';

/** Events per slice, which take a few milliseconds. */
const SLICE_EVENTS = 20_000;
/** Time between two reports of progress, in ms. */
const PROGRESS_MS = 100;

const reportProgress: (done: number) => void = serve({ write } satisfies SeriesApi);

async function write({ document, files, request }: SeriesCommand): Promise<Blob> {
  await engineReady;
  const engine = engineFromModule(bindings);
  files.forEach((file) => engine.addFile(file));
  const rows = new SeriesRows(engine.open(document), request);
  let reported_ms = performance.now();
  while (!rows.advance(SLICE_EVENTS)) {
    const now_ms = performance.now();
    if (now_ms - reported_ms < PROGRESS_MS) continue;
    reported_ms = now_ms;
    reportProgress(rows.done());
  }
  return new Blob(rows.text());
}
