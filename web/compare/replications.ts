/**
 * Replications of both experiments with the same seeds, as one study each on the pool of workers.
 *
 * The first seed is that of the current run. A request for more seeds runs only the missing ones.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Scenario } from '../scenario/types';
import type { StudyWorkers } from '../sweep/workers';
import { runStudy } from '../sweep/pool';
import type { CaseLine, StudyDocument } from '../types/engine';
import { MESSAGE } from './strings';

/** State of the replications. */
export interface ReplicationsState {
  phase: 'idle' | 'running' | 'done' | 'failed';
  /** Number of requested seeds. */
  seeds: number;
  /** Completed share, 0 to 1. */
  done: number;
  baseline: readonly CaseLine[];
  current: readonly CaseLine[];
  /** Reason of a failure. */
  message: string;
}

const NOTHING: ReplicationsState = {
  phase: 'idle',
  seeds: 0,
  done: 0,
  baseline: [],
  current: [],
  message: '',
};

/** Returns a study of `document` up to `until_s`, with this seed and the following ones. */
export function studyOf(document: Scenario, seed: number, until_s: number, seeds: number): StudyDocument {
  const edits = document.edits.filter(({ at_s }) => at_s < until_s);
  const scenario = { ...document, seed, edits, duration_s: until_s };
  return { scenario, replications: seeds };
}

/** Runs the replications of both experiments. */
export class PairedReplications {
  readonly store: StoreApi<ReplicationsState> = createStore(() => NOTHING);
  private stop: AbortController | null = null;
  /** Finished lines by key. */
  private readonly known = new Map<string, string>();

  constructor(private readonly workers: StudyWorkers) {}

  /** Runs both experiments; resolves when they end, also after a failure. */
  async run(baseline: Scenario, current: Scenario, until_s: number, seeds: number): Promise<void> {
    this.cancel();
    const stop = new AbortController();
    this.stop = stop;
    this.store.setState({ ...NOTHING, phase: 'running', seeds });
    const sides = [
      ['baseline', baseline],
      ['current', current],
    ] as const;
    for (const [i, [side, document]] of sides.entries()) {
      const message = await this.side(side, studyOf(document, current.seed, until_s, seeds), i, stop);
      if (this.stop !== stop) return;
      if (message !== null) {
        this.store.setState({ ...NOTHING, phase: 'failed', message });
        return;
      }
    }
    this.store.setState({ phase: 'done', done: 1 });
  }

  /** Ends the workers at once and removes the results. */
  cancel(): void {
    this.stop?.abort();
    this.stop = null;
    this.store.setState(NOTHING);
  }

  /** Runs one of the two; returns the reason of a failure, else null. */
  private async side(
    side: 'baseline' | 'current',
    study: StudyDocument,
    before: number,
    stop: AbortController,
  ): Promise<string | null> {
    const lines: CaseLine[] = [];
    const shares = new Map<number, number>();
    const update = (): void => {
      if (this.stop !== stop) return;
      const shared = [...shares.values()].reduce((sum, share) => sum + share, 0);
      const done = (before + (lines.length + shared) / (study.replications ?? 1)) / 2;
      this.store.setState({ done: Math.min(1, done) });
    };
    const { ended } = runStudy(
      study,
      this.workers,
      {
        onLine: (index, text) => {
          const line = JSON.parse(text) as CaseLine;
          if ('summary' in line) this.known.set(line.key, text);
          lines.push(line);
          shares.delete(index);
          update();
        },
        onProgress: (index, done) => {
          shares.set(index, done);
          update();
        },
      },
      {
        signal: stop.signal,
        known: (cases) =>
          Promise.resolve(
            new Map(
              cases.flatMap(({ key }, index): [number, string][] => {
                const text = this.known.get(key);
                return text === undefined ? [] : [[index, text]];
              }),
            ),
          ),
      },
    );
    const ending = await ended;
    if (ending.how === 'canceled') return null;
    if (ending.how === 'refused')
      return ending.problems.map(({ path, message }) => MESSAGE.problem(path, message)).join(' ');
    if (ending.how === 'failed') return ending.message;
    const wrong = lines.find((line) => 'error' in line);
    if (wrong) return (wrong as { error: string }).error;
    if (this.stop === stop)
      this.store.setState(side === 'baseline' ? { baseline: lines } : { current: lines });
    return null;
  }
}
