/**
 * Pool of threads that run the cases of a study. Each thread has one case at a time and takes the next when it is done.
 *
 * The thread and the time of a case do not affect its line. Cases with known lines are not run. With a stop rule, the
 * engine names the cases of each round, from the values of the measure only. A thread that dies, or does not respond for
 * `SILENCE_S`, is replaced and its case runs again; after a second failure, the line of the case contains the error. A
 * cancellation ends all threads at once; the lines so far stay. Tests bring their own threads.
 */
import { messageOf } from '../rpc/thread';
import { valueAt } from '../scenario/path';
import type { CaseId, Problem, StudyDocument } from '../types/engine';
import { FAILURE } from './strings';
import type { MeasureValues, Round } from './protocol';
import type { StudyThread, StudyWorkers } from './workers';

/** Callbacks of a study that runs. */
export interface StudyEvents {
  /** The plan is complete. */
  onPlanned?(cases: readonly CaseId[]): void;
  /** Case `index` has finished. Known lines come first, the others in order of completion. */
  onLine(index: number, text: string): void;
  /** A round begins; `runs` counts all runs, finished and planned. */
  onRound?(runs: number): void;
  /** All known lines were reported. */
  onKnown?(): void;
  /** Completed share of case `index`, 0 to 1. */
  onProgress?(index: number, done: number): void;
}

/** Options of a study that runs. */
export interface StudyOptions {
  /** Cancels the study when it aborts. */
  signal?: AbortSignal;
  /** Returns the order in which cases start; by default that of the plan. */
  order?: (cases: readonly CaseId[]) => readonly number[];
  /** Returns known lines by number of the case. */
  known?: (cases: readonly CaseId[]) => Promise<ReadonlyMap<number, string>>;
  /** Whether to plan and take known lines only, until `hold(false)`. */
  held?: boolean;
}

/** End of a study. */
export type Ending =
  | { how: 'done' }
  | { how: 'canceled' }
  | { how: 'refused'; problems: Problem[] }
  /** No thread could start. */
  | { how: 'failed'; message: string };

/** Control of a study in progress. */
export interface StudyRun {
  /** Resolves after the last line. */
  ended: Promise<Ending>;
  /** Pauses or resumes all runs. */
  hold(held: boolean): void;
}

/** Seconds without a message after which a busy thread is replaced. */
export const SILENCE_S = 30;

/** Plans a study and runs its cases on `workers`. */
export function runStudy(
  study: StudyDocument,
  workers: StudyWorkers,
  events: StudyEvents,
  options: StudyOptions = {},
): StudyRun {
  const pool = new Pool(study, workers, events, options);
  return { ended: pool.start(), hold: (held) => pool.hold(held) };
}

class Pool {
  private readonly threads = new Set<StudyThread>();
  /** Threads that wait for a case. */
  private readonly idle = new Set<StudyThread>();
  /** Number of threads that load the engine. */
  private loading = 0;
  private cases: readonly CaseId[] = [];
  /** Measure of the stop rule by finished case; null for each without a stop rule. */
  private readonly values: MeasureValues = {};
  /** Cases of this round that have not started, in order. */
  private waiting: number[] = [];
  /** Number of cases of this round that are not finished. */
  private left = 0;
  private endRound: () => void = () => undefined;
  private readonly triedBefore = new Set<number>();
  private held: boolean;
  private ended = false;
  private resolve: (ending: Ending) => void = () => undefined;
  private readonly cancel = (): void => this.end({ how: 'canceled' });

  constructor(
    private readonly study: StudyDocument,
    private readonly workers: StudyWorkers,
    private readonly events: StudyEvents,
    private readonly options: StudyOptions,
  ) {
    this.held = options.held ?? false;
  }

  start(): Promise<Ending> {
    const { signal } = this.options;
    const ending = new Promise<Ending>((resolve) => (this.resolve = resolve));
    if (signal?.aborted) {
      this.cancel();
      return ending;
    }
    signal?.addEventListener('abort', this.cancel);
    this.execute().then(
      (how) => this.end(how),
      (error: unknown) => this.end({ how: 'failed', message: messageOf(error) }),
    );
    return ending;
  }

  hold(held: boolean): void {
    if (this.ended || held === this.held) return;
    this.held = held;
    for (const thread of this.threads) tell(thread, held);
    if (!held) this.assign();
  }

  /** Plans the study, takes the known lines, then runs one round after another; a round without cases ends the study. */
  private async execute(): Promise<Ending> {
    const thread = await this.startThread();
    const plan = await thread.call((api) => api.plan());
    this.idle.add(thread);
    if (!plan.ok) return { how: 'refused', problems: plan.problems };
    await this.takeKnown(plan.cases);
    const order = this.options.order?.(plan.cases) ?? [...plan.cases.keys()];
    while (!this.ended) {
      const next = await this.nextRound();
      if (!next.ok) return { how: 'refused', problems: next.problems };
      const cases = new Set(next.round);
      this.events.onRound?.(Object.keys(this.values).length + cases.size);
      if (cases.size === 0) return { how: 'done' };
      await this.runRound(order.filter((index) => cases.has(index)));
      if (!this.study.stop) return { how: 'done' };
    }
    return { how: 'canceled' };
  }

  private async takeKnown(cases: readonly CaseId[]): Promise<void> {
    this.cases = cases;
    this.events.onPlanned?.(cases);
    const known = await this.options.known?.(cases);
    let taken = 0;
    for (const [index, text] of known ?? []) {
      // Thousands of lines are read in pieces, so that the page responds.
      if (++taken % PIECE === 0) await new Promise((turn) => setTimeout(turn));
      if (this.ended) return;
      this.take(index, text);
    }
    if (!this.ended) this.events.onKnown?.();
  }

  private async nextRound(): Promise<Round> {
    if (!this.study.stop) {
      return { ok: true, round: [...this.cases.keys()].filter((index) => !(index in this.values)) };
    }
    const thread = [...this.idle].find(({ ended }) => !ended) ?? (await this.startThread());
    this.idle.delete(thread);
    const round = await thread.call((api) => api.round(this.values));
    this.idle.add(thread);
    return round;
  }

  private runRound(cases: number[]): Promise<void> {
    this.waiting = cases;
    this.left = cases.length;
    return new Promise((resolve) => {
      this.endRound = resolve;
      this.assign();
    });
  }

  /** Gives waiting cases to idle threads, and starts more threads if needed. */
  private assign(): void {
    if (this.ended || this.held) return;
    for (const thread of this.idle) {
      const index = this.waiting.shift();
      if (index === undefined) return;
      void this.runCase(thread, index);
    }
    // Threads that load take cases when they are ready.
    for (
      let more = this.waiting.length - this.loading;
      more > 0 && this.threads.size < this.workers.size;
      more--
    ) {
      void this.addThread();
    }
  }

  private async runCase(thread: StudyThread, index: number): Promise<void> {
    this.idle.delete(thread);
    let line: string | null;
    try {
      line = await thread.call((api) => api.run(index));
      this.idle.add(thread);
    } catch (error) {
      this.threads.delete(thread);
      line = this.repeat(index, messageOf(error));
    }
    if (this.ended) return;
    if (line !== null) this.take(index, line);
    if (line !== null && --this.left === 0) this.endRound();
    else this.assign();
  }

  /** Lets a case run once more after a failure; after the second one, returns its line. */
  private repeat(index: number, error: string): string | null {
    if (this.triedBefore.has(index)) return JSON.stringify({ ...this.cases[index], error });
    this.triedBefore.add(index);
    this.waiting.unshift(index);
    return null;
  }

  private take(index: number, text: string): void {
    this.values[index] = this.study.stop ? measureOf(text, this.study.stop.measure) : null;
    this.events.onLine(index, text);
  }

  /** Starts a thread for waiting cases. Without other threads, the study fails with it. */
  private async addThread(): Promise<void> {
    try {
      this.idle.add(await this.startThread());
      this.assign();
    } catch (error) {
      if (this.threads.size === 0) this.end({ how: 'failed', message: messageOf(error) });
    }
  }

  /** Returns a thread with the study. */
  private async startThread(): Promise<StudyThread> {
    const thread = this.workers.spawn();
    this.threads.add(thread);
    thread.onEvent = ({ index, done }) => this.events.onProgress?.(index, done);
    thread.watch(SILENCE_S, FAILURE.silent(SILENCE_S), () => !this.held && !this.idle.has(thread));
    if (this.held) tell(thread, true);
    this.loading += 1;
    try {
      await thread.call((api) => api.load(JSON.stringify(this.study)));
      return thread;
    } catch (error) {
      this.threads.delete(thread);
      throw error;
    } finally {
      this.loading -= 1;
    }
  }

  private end(ending: Ending): void {
    if (this.ended) return;
    this.ended = true;
    this.options.signal?.removeEventListener('abort', this.cancel);
    for (const thread of this.threads) {
      if (this.idle.has(thread) && this.workers.release) {
        thread.unwatch();
        tell(thread, false);
        this.workers.release(thread);
      } else thread.end();
    }
    this.resolve(ending);
  }
}

/** Pauses or resumes a thread. If that fails, so does the call that the thread executes. */
function tell(thread: StudyThread, held: boolean): void {
  thread.call((api) => api.hold(held)).catch(() => undefined);
}

/** Number of known lines that are read at a time. */
const PIECE = 100;

function measureOf(text: string, measure: string): number | null {
  const line = JSON.parse(text) as { summary?: unknown };
  const value = line.summary === undefined ? null : valueAt(line.summary, measure);
  return typeof value === 'number' ? value : null;
}
