/**
 * The search for the smallest buffer that meets some targets, as the page shows it: the engine says which runs are next,
 * the pool runs them like those of any study, and what is known grows until nothing is left to be asked.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Problem } from '../scenario/types';
import type { CaseLine, StudyDocument } from '../types/engine';
import type { Advice } from './advice-types';
import type { AdviceStep, AdviceRound, AnalysisResponses, AnalysisRequest } from './analysis-protocol';
import type { Sweep, SweepState } from './sweep';

/** What the engine is asked; see the core's `Question::from_value`. */
export interface AdviceQuestion {
  scenario: unknown;
  /** As in `utilization>=0.98`. */
  targets: readonly string[];
  set?: readonly { path: string; value: unknown }[];
  bottleneck?: string;
  from?: number;
  to?: number;
  replications?: number;
  checks?: number;
  precision?: number;
  confidence?: number;
}

export interface AdviceState {
  /** Problems belong to `refused`, a message to `failed`. */
  phase: 'idle' | 'running' | 'done' | 'canceled' | 'refused' | 'failed';
  question: AdviceQuestion | null;
  /** What the runs of now are for. */
  purpose: string;
  /** What is known so far; null before the question was read. */
  advice: Advice | null;
  /** Points of the curve, and a study that they are runs of. */
  lines: readonly CaseLine[];
  study: StudyDocument | null;
  /** The share of all runs that is done, and about how many there will be. */
  done: number;
  runs: number;
  expected: number;
  /** Wall time left, if it goes on like this, seconds; null until there is something to judge by. */
  left_s: number | null;
  /** Wall time that it took so far, seconds. */
  taken_s: number;
  problems: readonly Problem[];
  message: string;
}

const NOTHING: AdviceState = {
  phase: 'idle',
  question: null,
  purpose: '',
  advice: null,
  lines: [],
  study: null,
  done: 0,
  runs: 0,
  expected: 0,
  left_s: null,
  taken_s: 0,
  problems: [],
  message: '',
};

/** What is used of the thread that plans. */
export interface Planner {
  ask<Q extends AnalysisRequest>(question: Q): Promise<AnalysisResponses[Q['type']]>;
}

export class AdviceSearch {
  readonly store: StoreApi<AdviceState> = createStore(() => NOTHING);
  /** Counts the searches: what an earlier one still says is not heard. */
  private turn = 0;
  private begun_ms = 0;

  constructor(
    private readonly planner: Planner,
    private readonly sweep: Pick<Sweep, 'open' | 'cancel' | 'store' | 'text'>,
    private readonly clock_ms: () => number = () => performance.now(),
  ) {
    sweep.store.subscribe((state) => this.update(state));
  }

  /** Asks, and runs whatever it takes. Resolves when it is over. */
  async start(question: AdviceQuestion): Promise<void> {
    const turn = ++this.turn;
    this.sweep.cancel();
    this.begun_ms = this.clock_ms();
    this.store.setState({ ...NOTHING, phase: 'running', purpose: 'planning', question });
    try {
      const first = await this.planner.ask({ type: 'advise', question: JSON.stringify(question) });
      if (turn === this.turn) await this.assign(first, turn);
    } catch (error) {
      if (turn === this.turn) this.end({ phase: 'failed', message: wordsOf(error) });
    }
  }

  /** Ends the runs at once; what is known stays. */
  cancel(): void {
    if (this.store.getState().phase !== 'running') return;
    this.turn++;
    this.sweep.cancel();
    this.end({ phase: 'canceled' });
  }

  private async assign(first: AdviceStep, turn: number): Promise<void> {
    let next = first;
    for (;;) {
      if (!next.ok) {
        this.end({ phase: 'refused', problems: next.problems });
        return;
      }
      const { round, advice, done, expected } = next;
      this.store.setState({ advice, runs: done, expected, done: done / expected });
      if (!round) {
        this.end({ phase: 'done', done: 1 });
        return;
      }
      this.store.setState({ purpose: round.purpose });
      const lines = await this.linesOf(round);
      if (turn !== this.turn || lines === null) return;
      next = await this.planner.ask({ type: 'take', lines });
      if (turn !== this.turn) return;
    }
  }

  /** The lines of a round, one below the other; null where there will be none, which is said. */
  private async linesOf(round: AdviceRound): Promise<string | null> {
    const before = this.store.getState();
    await this.sweep.open(round.study, 'run');
    const { phase, lines, problems, message } = this.sweep.store.getState();
    if (phase === 'refused') this.end({ phase, problems });
    else if (phase === 'failed') this.end({ phase, message });
    if (phase !== 'done') return null;
    if (round.of_curve) {
      this.store.setState({ lines: [...before.lines, ...lines].sort(byPlace), study: round.study });
    }
    return this.sweep.text().trimEnd();
  }

  private update({ phase, study, done, total }: SweepState): void {
    const { phase: own, runs, expected } = this.store.getState();
    if (own !== 'running' || phase !== 'running' || !study || expected === 0) return;
    const share = Math.min(1, (runs + done * total) / expected);
    const taken_s = (this.clock_ms() - this.begun_ms) / 1000;
    const left_s = share > 0 && taken_s > 1 ? (taken_s * (1 - share)) / share : null;
    this.store.setState({ done: share, left_s, taken_s });
  }

  private end(how: Partial<AdviceState>): void {
    const taken_s = (this.clock_ms() - this.begun_ms) / 1000;
    this.store.setState({ left_s: null, purpose: '', taken_s, ...how });
  }
}

/** By size, then by seed: runs of a size come in several rounds. */
function byPlace(one: CaseLine, other: CaseLine): number {
  const place = ({ point }: CaseLine): number => Number(Object.values(point)[0]);
  return place(one) - place(other) || one.seed - other.seed;
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
