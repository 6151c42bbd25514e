/** Repeats many runs on threads of their own, one run at a time each. Tests bring their own threads. */
import { withEngine } from '../engine/module';
import { messageOf, Thread } from '../rpc/thread';
import { SILENCE_S } from './pool';
import type { ReplayApi, Replayed, ReplayRequest } from './replay';
import { FAILURE } from './strings';
import { workerCount } from './workers';

/** Thread that repeats runs. */
export type ReplayThread = Thread<ReplayApi, number>;

/** Source of the threads for replays. */
export interface ReplayWorkers {
  spawn: () => ReplayThread;
  /** Number of parallel threads, at least 1. */
  size: number;
}

/**
 * Repeats all runs and reports each result. Resolves after the last one, or soon after `signal`; what was reported stays. A
 * thread that fails is replaced, and its run is reported as failed.
 */
export async function replayAll(
  requests: readonly ReplayRequest[],
  onReplayed: (index: number, replayed: Replayed) => void,
  signal: AbortSignal,
  { spawn, size }: ReplayWorkers = replayWorkers(),
): Promise<void> {
  let next = 0;
  const isCanceled = (): boolean => signal.aborted;
  const lane = async (): Promise<void> => {
    let thread: ReplayThread | null = null;
    while (next < requests.length && !isCanceled()) {
      const index = next++;
      const request = requests[index]!;
      thread = thread === null || thread.ended ? watched(spawn()) : thread;
      try {
        onReplayed(index, await thread.call((api) => api.replay(request), signal));
      } catch (error) {
        if (isCanceled()) break;
        onReplayed(index, { ok: false, fault: 'failed', message: messageOf(error) });
      }
    }
    thread?.end();
  };
  await Promise.all(Array.from({ length: Math.min(size, requests.length) }, lane));
}

function watched(thread: ReplayThread): ReplayThread {
  thread.watch(SILENCE_S, FAILURE.silent(SILENCE_S), () => true);
  return thread;
}

function replayWorkers(): ReplayWorkers {
  return {
    size: workerCount(navigator.hardwareConcurrency),
    spawn: () =>
      new Thread(
        withEngine(new Worker(new URL('./replay-worker.ts', import.meta.url), { type: 'module' })),
        FAILURE.simulatorUnknown,
        FAILURE.simulator,
      ),
  };
}
