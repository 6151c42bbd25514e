/** Writes the time series of a whole run on a thread of its own; the current run is not affected. */
import type { FileData } from '../engine/protocol';
import type { Scenario } from '../scenario/types';
import type { SeriesRequest } from './series';
import { FAILURE } from './strings';

/** Request to the thread. */
export interface SeriesCommand {
  /** Scenario at time 0 with its edits. */
  document: Scenario;
  /** Contents of the files that the scenario names. */
  files: readonly FileData[];
  request: SeriesRequest;
}

/** Messages from the thread. */
export type SeriesReport =
  /** Share of the rows that are written, 0 to 1. */
  { type: 'progress'; done: number } | { type: 'done'; csv: Blob } | { type: 'failed'; message: string };

/** Part of `Worker` that is used here. */
export interface WriterLike {
  postMessage(command: SeriesCommand): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<SeriesReport>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** Starts the thread that writes rows. */
export function spawnWriter(): WriterLike {
  return new Worker(new URL('./series-worker.ts', import.meta.url), { type: 'module' });
}

/** Returns the file; null after `signal`. Throws an `Error` with the reason of a failure. */
export function wholeRun(
  command: SeriesCommand,
  signal: AbortSignal,
  onProgress: (done: number) => void,
  spawn: () => WriterLike = spawnWriter,
): Promise<Blob | null> {
  const worker = spawn();
  const written = new Promise<Blob | null>((resolve, reject) => {
    signal.addEventListener('abort', () => resolve(null));
    worker.onmessage = ({ data }) => {
      if (data.type === 'progress') onProgress(data.done);
      else if (data.type === 'done') resolve(data.csv);
      else reject(new Error(data.message));
    };
    worker.onerror = ({ message }) => reject(new Error(message || FAILURE.notLoaded));
  });
  worker.postMessage(command);
  return written.finally(() => worker.terminate());
}
