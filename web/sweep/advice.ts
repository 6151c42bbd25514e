/**
 * Search for the smallest buffer that meets some targets, or for the best of several remedies.
 *
 * The engine plans rounds of runs on the analysis thread; each round is a study for the pool of workers. Its lines go back
 * to the engine, until the answer is complete.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { messageOf, type Calls } from '../rpc/thread';
import type { Problem } from '../scenario/types';
import type { CaseLine, StudyDocument } from '../types/engine';
import type { Advice } from './advice-types';
import type { AdviceRound, AdviceStep, AnalysisApi } from './analysis';
import type { Sweep, SweepState } from './sweep';

/** Question for the engine; see `advise::begin` in the core. */
export interface AdviceQuestion {
  /** Kind of advice: the smallest buffer, by default, or the best of several remedies. */
  find?: 'buffer' | 'remedies';
  scenario: unknown;
  /** Targets such as `utilization>=0.98`. */
  targets: readonly string[];
  set?: readonly { path: string; value: unknown }[];
  bottleneck?: string;
  from?: number;
  to?: number;
  /** Whether runs are as long as the flows need to settle, in place of the scenario's length. */
  long_enough?: boolean;
  replications?: number;
  checks?: number;
  precision?: number;
  confidence?: number;
  /** Largest number of seeds of a remedy. */
  seeds?: number;
}

/** Kind of advice, as the field of a question names it. */
export type Find = NonNullable<AdviceQuestion['find']>;

/** State of a search for an answer. */
export interface AdviceState<Answer = Advice> {
  /** Phase; `problems` belong to `refused`, `message` to `failed`. */
  phase: 'idle' | 'running' | 'done' | 'canceled' | 'refused' | 'failed';
  question: AdviceQuestion | null;
  /** Purpose of the present round. */
  purpose: string;
  /** Answer so far; null before the first round. */
  advice: Answer | null;
  /** Lines of the curve's points, and a study that contains them. */
  lines: readonly CaseLine[];
  study: StudyDocument | null;
  /** Completed share from 0 to 1, number of finished runs, and expected number of all runs. */
  done: number;
  runs: number;
  expected: number;
  /** Estimated wall time left, in seconds; null before there is an estimate. */
  left_s: number | null;
  /** Wall time since the start, in seconds. */
  taken_s: number;
  problems: readonly Problem[];
  message: string;
}

const IDLE: AdviceState<never> = {
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

/** Runs one search at a time. The questions determine the type of the answers: `Advice`, or `Comparison` for remedies. */
export class AdviceSearch<Answer = Advice> {
  readonly store: StoreApi<AdviceState<Answer>> = createStore<AdviceState<Answer>>(() => IDLE);
  /** Number of the search; answers to earlier ones are ignored. */
  private turn = 0;
  private start_ms = 0;
  /** Packets of the finished runs and of all expected ones, and of each run of the present round. */
  private packets = { done: 0, expected: 0, ofRun: 0 };

  constructor(
    private readonly planner: Calls<Pick<AnalysisApi, 'advise' | 'take'>>,
    private readonly sweep: Pick<Sweep, 'open' | 'cancel' | 'store' | 'text'>,
    private readonly clock_ms: () => number = () => performance.now(),
  ) {
    sweep.store.subscribe((state) => this.update(state));
  }

  /**
   * Starts a search in place of the one before. Resolves when it ends. `packets_per_s`: packets that all workers together
   * simulate per second of wall time, if known; then there is an estimate of the time before the first run.
   */
  async start(question: AdviceQuestion, packets_per_s: number | null = null): Promise<void> {
    const turn = ++this.turn;
    this.sweep.cancel();
    this.start_ms = this.clock_ms();
    this.store.setState({ ...IDLE, phase: 'running', purpose: 'planning', question });
    try {
      const first = await this.planner.call((api) => api.advise(JSON.stringify(question)));
      if (turn !== this.turn) return;
      if (first.ok && packets_per_s) this.store.setState({ left_s: first.expected_packets / packets_per_s });
      await this.runRounds(first, turn);
    } catch (error) {
      if (turn === this.turn) this.end({ phase: 'failed', message: messageOf(error) });
    }
  }

  /** Ends the runs at once; the advice so far stays. */
  cancel(): void {
    if (this.store.getState().phase !== 'running') return;
    this.turn++;
    this.sweep.cancel();
    this.end({ phase: 'canceled' });
  }

  private async runRounds(first: AdviceStep, turn: number): Promise<void> {
    let next = first;
    for (;;) {
      if (!next.ok) {
        this.end({ phase: 'refused', problems: next.problems });
        return;
      }
      const { round, done, expected, packets, expected_packets } = next;
      this.packets = { done: packets, expected: expected_packets, ofRun: round?.packets ?? 0 };
      const advice = next.advice as Answer;
      this.store.setState({ advice, runs: done, expected, done: packets / expected_packets });
      if (!round) {
        this.end({ phase: 'done', done: 1 });
        return;
      }
      this.store.setState({ purpose: round.purpose });
      const lines = await this.linesOf(round);
      if (turn !== this.turn || lines === null) return;
      next = await this.planner.call((api) => api.take(lines));
      if (turn !== this.turn) return;
    }
  }

  /** Returns the lines of a round, one per row; null after a failure, which becomes the phase. */
  private async linesOf(round: AdviceRound): Promise<string | null> {
    const before = this.store.getState();
    await this.sweep.open(round.study, 'run');
    const { phase, lines, problems, message } = this.sweep.store.getState();
    if (phase === 'refused') this.end({ phase, problems });
    else if (phase === 'failed') this.end({ phase, message });
    if (phase !== 'done') return null;
    if (round.of_curve) {
      this.store.setState({ lines: [...before.lines, ...lines].sort(bySize), study: round.study });
    }
    return this.sweep.text().trimEnd();
  }

  private update({ phase, study, done, total }: SweepState): void {
    const { phase: own, left_s: before_s } = this.store.getState();
    const { done: packets, expected, ofRun } = this.packets;
    if (own !== 'running' || phase !== 'running' || !study || expected === 0) return;
    const share = Math.min(1, (packets + done * total * ofRun) / expected);
    const taken_s = (this.clock_ms() - this.start_ms) / 1000;
    const left_s = share > 0 && taken_s > 1 ? (taken_s * (1 - share)) / share : before_s;
    this.store.setState({ done: share, left_s, taken_s });
  }

  private end(how: Partial<AdviceState<Answer>>): void {
    const taken_s = (this.clock_ms() - this.start_ms) / 1000;
    this.store.setState({ left_s: null, purpose: '', taken_s, ...how });
  }
}

/** Order by size, then by seed; the runs of one size come from several rounds. */
function bySize(one: CaseLine, other: CaseLine): number {
  const size = ({ point }: CaseLine): number => Number(Object.values(point)[0]);
  return size(one) - size(other) || one.seed - other.seed;
}
