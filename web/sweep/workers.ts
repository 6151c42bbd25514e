/** Workers for studies, started on demand. An idle worker can be kept for the next study, which saves loading the engine. */
import type { StudyCommand, StudyReport } from './protocol';

/** Part of `Worker` that the pool uses. */
export interface WorkerLike {
  postMessage(command: StudyCommand): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<StudyReport>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** Source of workers for studies. */
export interface StudyWorkers {
  /** Returns an idle worker or starts a new one. */
  spawn: () => WorkerLike;
  /** Number of parallel workers, at least 1. */
  size: number;
  /** Takes back an idle worker; without this function, idle workers are ended. */
  release?: (worker: WorkerLike) => void;
}

/** Returns the number of workers that leaves one core for the page. */
export function workerCount(cores: number | undefined): number {
  return Math.max(1, (cores ?? 2) - 1);
}

/** Starts a study worker. */
export function spawnStudyWorker(): WorkerLike {
  return new Worker(new URL('./study-worker.ts', import.meta.url), { type: 'module' });
}

/** Returns workers of this computer; `kept` idle ones stay for the next study. */
export function studyWorkers(size = workerCount(navigator.hardwareConcurrency), kept = 1): StudyWorkers {
  const idle: WorkerLike[] = [];
  return {
    size,
    spawn: () => idle.pop() ?? spawnStudyWorker(),
    release(worker) {
      worker.onmessage = null;
      worker.onerror = null;
      if (idle.length >= kept) worker.terminate();
      else idle.push(worker);
    },
  };
}

/** Returns workers on all cores that all stay between studies, for searches of many short rounds. */
export function allCoreWorkers(): StudyWorkers {
  const cores = Math.max(1, navigator.hardwareConcurrency || 1);
  return studyWorkers(cores, cores);
}
