/** The thread on which a run goes by again so that its time series can be written; see `series.ts`. */
import init, * as bindings from '../generated/bufferlab_wasm.js';
import wasmUrl from '../generated/bufferlab_wasm_bg.wasm?url';
import { engineFromModule } from '../engine/wasm';
import { SeriesRows } from './series';
import type { SeriesCommand, SeriesReport } from './whole-run';

/** Some milliseconds of work. */
const SLICE_EVENTS = 20_000;
/** Milliseconds between two reports of progress. */
const PROGRESS_MS = 100;

self.onmessage = ({ data }: MessageEvent<SeriesCommand>) => {
  write(data).catch((error: unknown) => {
    post({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  });
};

async function write({ document, files, request }: SeriesCommand): Promise<void> {
  await init({ module_or_path: wasmUrl });
  const engine = engineFromModule(bindings);
  files.forEach((file) => engine.addFile(file));
  const rows = new SeriesRows(engine.open(document), request);
  let reported_ms = performance.now();
  while (!rows.advance(SLICE_EVENTS)) {
    const now_ms = performance.now();
    if (now_ms - reported_ms < PROGRESS_MS) continue;
    reported_ms = now_ms;
    post({ type: 'progress', done: rows.done() });
  }
  post({ type: 'done', csv: new Blob(rows.text()) });
}

function post(report: SeriesReport): void {
  self.postMessage(report);
}
