/**
 * Workers for studies, made when they are needed. One that has nothing left to do can be handed back, and
 * serves the next study without compiling the engine again.
 */
import type { StudyCommand, StudyReport } from './protocol';

/** What the pool uses of a `Worker`. */
export interface WorkerLike {
  postMessage(command: StudyCommand): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<StudyReport>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export interface StudyWorkers {
  spawn: () => WorkerLike;
  /** Workers at a time, at least 1. */
  size: number;
  /** Takes back one that owes nothing; left out, it is ended. */
  keep?: (worker: WorkerLike) => void;
}

/** Workers that leave a core to the page. */
export function workerCount(cores: number | undefined): number {
  return Math.max(1, (cores ?? 2) - 1);
}

export function spawnStudyWorker(): WorkerLike {
  return new Worker(new URL('./study-worker.ts', import.meta.url), { type: 'module' });
}

/** A workers of this machine that keeps so many idle workers. */
export function studyWorkers(size = workerCount(navigator.hardwareConcurrency), kept = 1): StudyWorkers {
  const idle: WorkerLike[] = [];
  return {
    size,
    spawn: () => idle.pop() ?? spawnStudyWorker(),
    keep(worker) {
      worker.onmessage = null;
      worker.onerror = null;
      if (idle.length >= kept) worker.terminate();
      else idle.push(worker);
    },
  };
}

/** A workers on all cores, for someone who waits for many short rounds: between those no worker is made anew. */
export function allCoreWorkers(): StudyWorkers {
  const cores = Math.max(1, navigator.hardwareConcurrency || 1);
  return studyWorkers(cores, cores);
}
