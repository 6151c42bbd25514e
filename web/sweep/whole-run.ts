/** Writes the time series of a whole run on a thread of its own; the current run is not affected. */
import { withEngine } from '../engine/module';
import type { FileData } from '../engine/protocol';
import { Thread } from '../rpc/thread';
import type { Scenario } from '../scenario/types';
import type { SeriesRequest } from './series';
import { FAILURE } from './strings';

/** Functions of the thread, whose events are the share of the rows that are written, 0 to 1. */
export interface SeriesApi {
  /** Returns the rows as CSV. */
  write(command: SeriesCommand): Promise<Blob>;
}

/** Run and series to write. */
export interface SeriesCommand {
  /** Scenario at time 0 with its edits. */
  document: Scenario;
  /** Contents of the files that the scenario names. */
  files: readonly FileData[];
  request: SeriesRequest;
}

/** Returns the file; null after `signal`. Throws an `Error` with the reason of a failure. */
export async function wholeRun(
  command: SeriesCommand,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<Blob | null> {
  const worker = withEngine(new Worker(new URL('./series-worker.ts', import.meta.url), { type: 'module' }));
  const thread = new Thread<SeriesApi, number>(worker, FAILURE.notLoaded);
  thread.onEvent = onProgress;
  try {
    return await thread.callOnce((api) => api.write(command), signal);
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}
