/**
 * Quick run of a figure in the browser. Its studies run one after another on the workers that the Studies view uses.
 * Results are stored by study, so that the charts can draw points as they arrive.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { workerCount, spawnStudyThread } from '../sweep/workers';
import { Sweep } from '../sweep/sweep';
import type { LinesByStudy } from '../sweep/analysis';
import { messageOf } from '../rpc/thread';
import type { LivePoints } from './curves';
import type { FigureEngine } from './engine';

/** State of a quick run. */
export interface LiveState {
  phase: 'idle' | 'running' | 'done' | 'stopped' | 'failed';
  points: LivePoints;
  /** Finished runs, and runs planned so far. */
  runs: number;
  total: number;
  /** Completed share of the work, 0 to 1. */
  done: number;
  /** Real time left of the present study, seconds; null until there is something to judge by. */
  left_s: number | null;
  /** Error message; empty unless the run failed. */
  message: string;
}

/** The part of `Sweep` that is used here; tests replace it. */
export type Runner = Pick<Sweep, 'store' | 'start' | 'cancel'>;

const IDLE_STATE: LiveState = {
  phase: 'idle',
  points: {},
  runs: 0,
  total: 0,
  done: 0,
  left_s: null,
  message: '',
};

/** Controller of the quick run of one figure. */
export class LiveRun {
  readonly store: StoreApi<LiveState> = createStore(() => IDLE_STATE);
  private runner: Runner | null = null;
  private lines: LinesByStudy = {};
  /** Lines of the points that the engine computes at present; null if it computes none. */
  private asked: LinesByStudy | null = null;

  constructor(
    private readonly engine: Pick<FigureEngine, 'studyOf' | 'pointsOf'>,
    private readonly spawnRunner: () => Runner = runnerHere,
  ) {}

  /** Stops a previous run and starts a new one. Resolves when the new run has ended. */
  async start(studies: readonly string[]): Promise<void> {
    this.stop();
    const runner = this.spawnRunner();
    this.runner = runner;
    this.lines = {};
    this.store.setState({ ...IDLE_STATE, phase: 'running' });
    for (const [before, name] of studies.entries()) {
      const study = await this.engine.studyOf(name).catch((error: unknown) => new Error(messageOf(error)));
      if (this.runner !== runner) return;
      if (study instanceof Error) {
        this.end('failed', study.message);
        return;
      }
      const { runs, total } = this.store.getState();
      const unsubscribe = runner.store.subscribe((state) => {
        if (this.runner !== runner) return;
        this.lines = { ...this.lines, [name]: state.lines };
        void this.updatePoints();
        this.store.setState({
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

  /** Stops the workers at once; finished points stay. */
  stop(): void {
    if (!this.runner) return;
    const { runner } = this;
    this.end('stopped');
    runner.cancel();
  }

  /** Stops the run and removes its points. */
  reset(): void {
    this.stop();
    this.lines = {};
    this.store.setState(IDLE_STATE);
  }

  /** Computes the points of all lines, one request at a time; lines that arrive meanwhile are in the next one. */
  private async updatePoints(): Promise<void> {
    if (this.asked) return;
    while (this.asked !== this.lines) {
      this.asked = this.lines;
      try {
        this.store.setState({ points: await this.engine.pointsOf(this.asked) });
      } catch (error) {
        // Without lines the run was reset, and the request belongs to an earlier one.
        if (Object.keys(this.lines).length > 0) this.fail(messageOf(error));
      }
    }
    this.asked = null;
  }

  private fail(message: string): void {
    this.stop();
    this.end('failed', message);
  }

  private end(phase: 'done' | 'stopped' | 'failed', message = ''): void {
    this.runner = null;
    this.store.setState({ phase, message, left_s: null });
  }
}

function runnerHere(): Runner {
  return new Sweep({ spawn: spawnStudyThread, size: workerCount(navigator.hardwareConcurrency) });
}
