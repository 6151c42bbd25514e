/**
 * A sweep as the page shows it: what was asked, the lines so far, how far it is and how long it may take.
 *
 * Lines and progress come hundreds of times a second where runs are short; the state changes at most every
 * `TELL_MS`, so that drawing never holds the page up.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CaseLine, Problem, StudyDocument } from '../types/engine';
import { runStudy, type Crew } from './pool';

export interface SweepState {
  phase: 'idle' | 'running' | 'done' | 'cancelled' | 'refused' | 'failed';
  /** What was asked; null before anything was. */
  study: StudyDocument | null;
  /** Runs altogether; 0 until they are planned. */
  total: number;
  /** The lines that are there, in the order of their cases. */
  lines: readonly CaseLine[];
  /** The share of the work that is done, 0 to 1. */
  done: number;
  /** Wall time left, if it goes on like this, seconds; null until there is something to judge by. */
  left_s: number | null;
  problems: readonly Problem[];
  /** Why it failed. */
  message: string;
}

const NOTHING: SweepState = {
  phase: 'idle',
  study: null,
  total: 0,
  lines: [],
  done: 0,
  left_s: null,
  problems: [],
  message: '',
};

/** Milliseconds between two changes of the state. */
const TELL_MS = 100;

export class Sweep {
  readonly store: StoreApi<SweepState> = createStore(() => NOTHING);
  private stop: AbortController | null = null;
  /** By the number of the case. */
  private texts: (string | undefined)[] = [];
  private read: (CaseLine | undefined)[] = [];
  /** Shares that are done of the cases that run. */
  private readonly shares = new Map<number, number>();
  private began_ms = 0;
  private telling: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly crew: Crew,
    private readonly clock_ms: () => number = () => performance.now(),
  ) {}

  /** Begins anew; what ran before ends. Resolves when it is over. */
  async start(study: StudyDocument): Promise<void> {
    this.cancel();
    const stop = new AbortController();
    this.stop = stop;
    this.texts = [];
    this.read = [];
    this.shares.clear();
    this.began_ms = this.clock_ms();
    this.store.setState({ ...NOTHING, phase: 'running', study });
    const current = (): boolean => this.stop === stop;
    const ending = await runStudy(
      study,
      this.crew,
      {
        onPlanned: ({ length }) => {
          this.began_ms = this.clock_ms();
          this.store.setState({ total: length });
        },
        onLine: (index, text) => {
          this.texts[index] = text;
          this.read[index] = JSON.parse(text) as CaseLine;
          this.shares.delete(index);
          this.tellSoon();
        },
        onProgress: (index, done) => {
          this.shares.set(index, done);
          this.tellSoon();
        },
      },
      { signal: stop.signal },
    );
    if (!current()) return;
    this.stop = null;
    this.tell();
    this.store.setState({
      phase: ending.how,
      left_s: null,
      problems: ending.how === 'refused' ? ending.problems : [],
      message: ending.how === 'failed' ? ending.message : '',
    });
  }

  /** Ends the workers at once; the lines that came stay. */
  cancel(): void {
    this.stop?.abort();
  }

  /** The lines so far in the order of their cases, as `bufferlab sweep --json` prints them. */
  text(): string {
    return this.texts.flatMap((line) => (line === undefined ? [] : [`${line}\n`])).join('');
  }

  private tellSoon(): void {
    this.telling ??= setTimeout(() => this.tell(), TELL_MS);
  }

  private tell(): void {
    clearTimeout(this.telling);
    this.telling = undefined;
    const { total } = this.store.getState();
    const lines = this.read.filter((line) => line !== undefined);
    const running = [...this.shares.values()].reduce((sum, share) => sum + share, 0);
    const done = total === 0 ? 0 : Math.min(1, (lines.length + running) / total);
    const passed_s = (this.clock_ms() - this.began_ms) / 1000;
    const left_s = done > 0 && passed_s > 0.5 ? (passed_s * (1 - done)) / done : null;
    this.store.setState({ lines, done, left_s });
  }
}
