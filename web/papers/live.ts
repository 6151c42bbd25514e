/**
 * An artefact's quick studies run here, one after another, by the pool that the Curves room uses. What comes is kept
 * by study, so that its points can be drawn over the kept curves while they come.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { workerCount, spawnStudyWorker } from '../study/workers';
import { Sweep } from '../study/sweep';
import type { StudyDocument } from '../types/engine';
import type { Lines } from './curves';

export interface LiveState {
  phase: 'idle' | 'running' | 'done' | 'stopped' | 'failed';
  lines: Lines;
  /** Runs that are there, of those that are planned so far. */
  runs: number;
  total: number;
  /** The share of the work that is done, 0 to 1. */
  done: number;
  /** Wall time left of the present study, seconds; null until there is something to judge by. */
  left_s: number | null;
  /** Why it failed. */
  message: string;
}

export interface Named {
  name: string;
  study: StudyDocument;
}

/** What is used of `Sweep`; tests bring their own. */
export type Runner = Pick<Sweep, 'store' | 'start' | 'cancel'>;

const NOTHING: LiveState = {
  phase: 'idle',
  lines: new Map(),
  runs: 0,
  total: 0,
  done: 0,
  left_s: null,
  message: '',
};

export class LiveRun {
  readonly store: StoreApi<LiveState> = createStore(() => NOTHING);
  private runner: Runner | null = null;

  constructor(private readonly hire: () => Runner = runnerHere) {}

  /** Begins anew; what ran before ends. Resolves when it is over. */
  async start(studies: readonly Named[]): Promise<void> {
    this.stop();
    const runner = this.hire();
    this.runner = runner;
    this.store.setState({ ...NOTHING, phase: 'running' });
    for (const [before, { name, study }] of studies.entries()) {
      const { runs, total } = this.store.getState();
      const unsubscribe = runner.store.subscribe((state) => {
        if (this.runner !== runner) return;
        const { lines } = this.store.getState();
        this.store.setState({
          lines: new Map([...lines, [name, state.lines]]),
          runs: runs + state.lines.length,
          total: total + state.total,
          done: (before + state.done) / studies.length,
          left_s: state.left_s,
        });
      });
      await runner.start(study);
      unsubscribe();
      if (this.runner !== runner) return;
      const { phase, problems, message } = runner.store.getState();
      if (phase !== 'done') {
        this.end('failed', message || problems.map((one) => `${one.path}: ${one.message}`).join('; '));
        return;
      }
    }
    this.end('done');
  }

  /** Ends the workers at once; the points that came stay. */
  stop(): void {
    if (!this.runner) return;
    const { runner } = this;
    this.end('stopped');
    runner.cancel();
  }

  /** Forgets what came. */
  reset(): void {
    this.stop();
    this.store.setState(NOTHING);
  }

  private end(phase: 'done' | 'stopped' | 'failed', message = ''): void {
    this.runner = null;
    this.store.setState({ phase, message, left_s: null });
  }
}

function runnerHere(): Runner {
  return new Sweep({ spawn: spawnStudyWorker, size: workerCount(navigator.hardwareConcurrency) });
}
