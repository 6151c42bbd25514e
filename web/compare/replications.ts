/**
 * Summaries experiments again with several seeds, on the pool of workers: one study each, over the same seeds.
 *
 * The first seed is the one that is shown. Asked for more, only what is missing is run.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Scenario } from '../scenario/types';
import type { StudyWorkers } from '../study/workers';
import { runStudy } from '../study/pool';
import type { CaseLine, StudyDocument } from '../types/engine';

export interface ReplicationsState {
  phase: 'idle' | 'running' | 'done' | 'failed';
  /** Seeds that are asked for. */
  seeds: number;
  /** The share that is done, 0 to 1. */
  done: number;
  kept: readonly CaseLine[];
  front: readonly CaseLine[];
  /** Why it failed. */
  message: string;
}

const NOTHING: ReplicationsState = { phase: 'idle', seeds: 0, done: 0, kept: [], front: [], message: '' };

/** A study of `document` as far as `until_s`, with this seed and those that follow. */
export function studyOf(document: Scenario, seed: number, until_s: number, seeds: number): StudyDocument {
  const edits = document.edits.filter(({ at_s }) => at_s < until_s);
  const scenario = { ...document, seed, edits, duration_s: until_s };
  return { scenario, replications: seeds };
}

export class PairedReplications {
  readonly store: StoreApi<ReplicationsState> = createStore(() => NOTHING);
  private stop: AbortController | null = null;
  /** Lines that are there, by key. */
  private readonly known = new Map<string, string>();

  constructor(private readonly workers: StudyWorkers) {}

  /** Resolves when it is over, however it ends. */
  async run(kept: Scenario, front: Scenario, until_s: number, seeds: number): Promise<void> {
    this.cancel();
    const stop = new AbortController();
    this.stop = stop;
    this.store.setState({ ...NOTHING, phase: 'running', seeds });
    const sides = [
      ['kept', kept],
      ['front', front],
    ] as const;
    for (const [i, [side, document]] of sides.entries()) {
      const message = await this.side(side, studyOf(document, front.seed, until_s, seeds), i, stop);
      if (this.stop !== stop) return;
      if (message !== null) {
        this.store.setState({ ...NOTHING, phase: 'failed', message });
        return;
      }
    }
    this.store.setState({ phase: 'done', done: 1 });
  }

  /** Ends the workers at once; what was shown goes. */
  cancel(): void {
    this.stop?.abort();
    this.stop = null;
    this.store.setState(NOTHING);
  }

  /** Runs one of the two; why it could not be run, or null. */
  private async side(
    side: 'kept' | 'front',
    study: StudyDocument,
    before: number,
    stop: AbortController,
  ): Promise<string | null> {
    const lines: CaseLine[] = [];
    const shares = new Map<number, number>();
    const tell = (): void => {
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
          tell();
        },
        onProgress: (index, done) => {
          shares.set(index, done);
          tell();
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
      return ending.problems.map(({ path, message }) => `${path}: ${message}`).join(' ');
    if (ending.how === 'failed') return ending.message;
    const wrong = lines.find((line) => 'error' in line);
    if (wrong) return (wrong as { error: string }).error;
    if (this.stop === stop) this.store.setState(side === 'kept' ? { kept: lines } : { front: lines });
    return null;
  }
}
