/** Has the time series of a whole run written on a thread of its own; the run that is shown goes on. */
import type { FileData } from '../engine/protocol';
import type { Scenario } from '../scenario/types';
import type { SeriesRequest } from './series';

export interface SeriesCommand {
  /** The scenario at time 0 with its edits. */
  document: Scenario;
  /** What its files hold. */
  files: readonly FileData[];
  request: SeriesRequest;
}

export type SeriesReport =
  /** The share of rows that are written, 0 to 1. */
  { type: 'progress'; done: number } | { type: 'done'; csv: Blob } | { type: 'failed'; message: string };

/** What is used of a `Worker`. */
export interface WriterLike {
  postMessage(command: SeriesCommand): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<SeriesReport>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export function spawnWriter(): WriterLike {
  return new Worker(new URL('./series-worker.ts', import.meta.url), { type: 'module' });
}

/** The rows; null where `signal` ended it. Throws an `Error` that says why there are none. */
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
    worker.onerror = ({ message }) => reject(new Error(message || 'The simulator could not be loaded.'));
  });
  worker.postMessage(command);
  return written.finally(() => worker.terminate());
}
