/**
 * Workers for studies, made when they are needed. One that has nothing left to do can be handed back, and
 * serves the next study without compiling the engine again.
 */
import type { StudyCommand, StudyReport } from './protocol';

/** What the pool uses of a `Worker`. */
export interface HandLike {
  postMessage(command: StudyCommand): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<StudyReport>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export interface Crew {
  spawn: () => HandLike;
  /** Workers at a time, at least 1. */
  size: number;
  /** Takes back one that owes nothing; left out, it is ended. */
  keep?: (worker: HandLike) => void;
}

/** Workers that leave a core to the page. */
export function crewSize(cores: number | undefined): number {
  return Math.max(1, (cores ?? 2) - 1);
}

export function spawnStudyWorker(): HandLike {
  return new Worker(new URL('./study-worker.ts', import.meta.url), { type: 'module' });
}

/** A crew of this machine that keeps one idle worker. */
export function crewHere(): Crew {
  let idle: HandLike | null = null;
  return {
    size: crewSize(navigator.hardwareConcurrency),
    spawn() {
      const worker = idle ?? spawnStudyWorker();
      idle = null;
      return worker;
    },
    keep(worker) {
      worker.onmessage = null;
      worker.onerror = null;
      if (idle) worker.terminate();
      else idle = worker;
    },
  };
}
