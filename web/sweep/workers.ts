/** Threads for studies, started on demand. An idle thread can be kept for the next study, which saves loading the engine. */
import { withStudies } from '../engine/module';
import { Thread, type WorkerLike } from '../rpc/thread';
import type { CaseProgress, StudyApi } from './protocol';
import { FAILURE } from './strings';

/** Thread that runs the cases of a study. */
export type StudyThread = Thread<StudyApi, CaseProgress>;

/** Source of threads for studies. */
export interface StudyWorkers {
  /** Returns an idle thread or starts a new one. */
  spawn: () => StudyThread;
  /** Number of parallel threads, at least 1. */
  size: number;
  /** Takes back an idle thread; without this function, idle threads are ended. */
  release?: (thread: StudyThread) => void;
}

/** Returns the number of threads that leaves one core for the page. */
export function workerCount(cores: number | undefined): number {
  return Math.max(1, (cores ?? 2) - 1);
}

/** Starts a thread for studies. */
export function spawnStudyThread(worker: WorkerLike = newWorker()): StudyThread {
  return new Thread(worker, FAILURE.simulatorUnknown, FAILURE.simulator);
}

/** Returns threads of this computer; `kept` idle ones stay for the next study. */
export function studyWorkers(size = workerCount(navigator.hardwareConcurrency), kept = 1): StudyWorkers {
  const idle: StudyThread[] = [];
  return {
    size,
    spawn: () => idle.pop() ?? spawnStudyThread(),
    release(thread) {
      if (idle.length >= kept) thread.end();
      else idle.push(thread);
    },
  };
}

/** Returns threads on all cores that all stay between studies, for searches of many short rounds. */
export function allCoreWorkers(): StudyWorkers {
  const cores = Math.max(1, navigator.hardwareConcurrency || 1);
  return studyWorkers(cores, cores);
}

function newWorker(): Worker {
  return withStudies(new Worker(new URL('./study-worker.ts', import.meta.url), { type: 'module' }));
}
