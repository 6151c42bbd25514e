/**
 * Pool of workers that run the cases of a study. Each worker has one case at a time and takes the next when it is done.
 *
 * The worker and the time of a case do not affect its line. Cases with known lines are not run. With a stop rule, the
 * engine names the cases of each round, from the values of the measure only. A worker that dies, or does not respond for
 * `SILENCE_S`, is replaced and its case runs again; after a second failure, the line of the case contains the error. A
 * cancellation ends all workers at once; the lines so far stay. Tests bring their own workers.
 */
import { valueAt } from '../scenario/path';
import type { CaseId, Problem, StudyDocument } from '../types/engine';
import { FAILURE } from './strings';
import type { StudyWorkers, WorkerLike } from './workers';
import type { MeasureValues, StudyCommand, StudyReport } from './protocol';

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
  /** No worker could start. */
  | { how: 'failed'; message: string };

/** Control of a study in progress. */
export interface StudyRun {
  /** Resolves after the last line. */
  ended: Promise<Ending>;
  /** Pauses or resumes all runs. */
  hold(held: boolean): void;
}

/** Seconds without a message after which a busy worker is replaced. */
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

/** Worker with its present task. */
interface PoolWorker {
  worker: WorkerLike;
  /** Task: load the engine, plan, name a round, run a case, or `rest` for none. */
  task: 'load' | 'plan' | 'round' | 'rest' | { index: number };
  silent_s: number;
}

class Pool {
  private readonly poolWorkers = new Set<PoolWorker>();
  private cases: readonly CaseId[] = [];
  /** Numbers of all cases in the order in which they start. */
  private order: readonly number[] = [];
  /** Measure of the stop rule by finished case; null for each without a stop rule. */
  private readonly values: MeasureValues = {};
  /** Cases of this round that have not started, in order; null until the round is known. */
  private waiting: number[] | null = null;
  private readonly triedBefore = new Set<number>();
  private watchdog: ReturnType<typeof setInterval> | undefined;
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
    this.watchdog = setInterval(() => this.checkSilence(), 1000);
    this.startWorker('plan');
    return ending;
  }

  hold(held: boolean): void {
    if (this.ended || held === this.held) return;
    this.held = held;
    for (const poolWorker of this.poolWorkers) this.send(poolWorker, { type: 'hold', held });
    if (!held) this.assign();
  }

  private startWorker(task: 'load' | 'plan'): void {
    const worker = this.workers.spawn();
    const poolWorker: PoolWorker = { worker, task, silent_s: 0 };
    this.poolWorkers.add(poolWorker);
    worker.onmessage = ({ data }) => {
      poolWorker.silent_s = 0;
      if (this.poolWorkers.has(poolWorker)) this.receive(poolWorker, data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.lose(poolWorker, event.message || FAILURE.simulatorUnknown);
    };
    this.send(poolWorker, { type: 'study', study: JSON.stringify(this.study), plan: task === 'plan' });
    if (this.held) this.send(poolWorker, { type: 'hold', held: true });
  }

  private receive(poolWorker: PoolWorker, report: StudyReport): void {
    switch (report.type) {
      case 'ready':
        if (poolWorker.task !== 'load') return;
        poolWorker.task = 'rest';
        this.assign();
        return;
      case 'refused':
        poolWorker.task = 'rest';
        this.end({ how: 'refused', problems: report.problems });
        return;
      case 'planned':
        poolWorker.task = 'rest';
        void this.begin(report.cases);
        return;
      case 'round':
        poolWorker.task = 'rest';
        this.assignRound(report.cases);
        return;
      case 'progress':
        this.events.onProgress?.(report.index, report.done);
        return;
      case 'line':
        poolWorker.task = 'rest';
        this.take(report.index, report.text);
        this.assign();
        return;
      case 'failed':
        this.lose(poolWorker, report.message);
    }
  }

  /** Takes the known lines, then starts the first round. */
  private async begin(cases: readonly CaseId[]): Promise<void> {
    this.cases = cases;
    this.order = this.options.order?.(cases) ?? [...cases.keys()];
    this.events.onPlanned?.(cases);
    const known = await this.options.known?.(cases);
    let taken = 0;
    for (const [index, text] of known ?? []) {
      // Thousands of lines are read in pieces, so that the page responds.
      if (++taken % PIECE === 0) await new Promise((turn) => setTimeout(turn));
      if (this.ended) return;
      this.take(index, text);
    }
    if (this.ended) return;
    this.events.onKnown?.();
    if (this.study.stop) this.askForRound();
    else this.assignRound([...cases.keys()].filter((index) => !(index in this.values)));
  }

  private take(index: number, text: string): void {
    this.values[index] = this.study.stop ? measureOf(text, this.study.stop.measure) : null;
    this.events.onLine(index, text);
  }

  /** Starts a round; a round without cases ends the study. */
  private assignRound(round: readonly number[]): void {
    const cases = new Set(round);
    this.waiting = this.order.filter((index) => cases.has(index));
    this.events.onRound?.(Object.keys(this.values).length + round.length);
    if (round.length === 0) this.end({ how: 'done' });
    else this.assign();
  }

  /** Gives waiting cases to idle workers, and starts more workers if needed. */
  private assign(): void {
    if (this.ended || this.held || this.waiting === null) return;
    for (const poolWorker of this.poolWorkers) {
      if (poolWorker.task !== 'rest') continue;
      const index = this.waiting.shift();
      if (index === undefined) break;
      poolWorker.task = { index };
      this.send(poolWorker, { type: 'run', index });
    }
    // Workers that load take cases when they are ready.
    const loading = this.count(({ task }) => task === 'load');
    for (
      let more = this.waiting.length - loading;
      more > 0 && this.poolWorkers.size < this.workers.size;
      more--
    ) {
      this.startWorker('load');
    }
    const running = this.count(({ task }) => typeof task === 'object');
    if (this.waiting.length > 0 || running > 0) return;
    if (this.study.stop) this.askForRound();
    else this.end({ how: 'done' });
  }

  private askForRound(): void {
    this.waiting = null;
    const poolWorker = [...this.poolWorkers].find(({ task }) => task === 'rest');
    // Without a worker, the next one to be ready gets the request.
    if (!poolWorker) {
      this.waiting = [];
      this.startWorker('load');
      return;
    }
    poolWorker.task = 'round';
    this.send(poolWorker, { type: 'round', figures: this.values });
  }

  /** Removes a failed worker; its case runs once more. */
  private lose(poolWorker: PoolWorker, message: string): void {
    if (!this.poolWorkers.delete(poolWorker)) return;
    poolWorker.worker.terminate();
    const { task } = poolWorker;
    if (typeof task === 'object') {
      const { index } = task;
      if (this.triedBefore.has(index)) {
        this.take(index, JSON.stringify({ ...this.cases[index], error: message }));
      } else {
        this.triedBefore.add(index);
        this.waiting?.unshift(index);
      }
      this.assign();
    } else if (this.poolWorkers.size === 0 || task === 'round') {
      // Without other workers, the study fails.
      this.end({ how: 'failed', message });
    }
  }

  /** Replaces workers that do not respond; runs every second. */
  private checkSilence(): void {
    for (const poolWorker of this.poolWorkers) {
      poolWorker.silent_s = poolWorker.task === 'rest' || this.held ? 0 : poolWorker.silent_s + 1;
      if (poolWorker.silent_s >= SILENCE_S) {
        this.lose(poolWorker, FAILURE.silent(SILENCE_S));
      }
    }
  }

  private end(ending: Ending): void {
    if (this.ended) return;
    this.ended = true;
    clearInterval(this.watchdog);
    this.options.signal?.removeEventListener('abort', this.cancel);
    for (const { worker, task } of this.poolWorkers) {
      if (task === 'rest' && this.workers.release) {
        worker.postMessage({ type: 'hold', held: false });
        this.workers.release(worker);
      } else worker.terminate();
    }
    this.poolWorkers.clear();
    this.resolve(ending);
  }

  private send({ worker }: PoolWorker, command: StudyCommand): void {
    worker.postMessage(command);
  }

  private count(which: (poolWorker: PoolWorker) => boolean): number {
    return [...this.poolWorkers].filter(which).length;
  }
}

/** Number of known lines that are read at a time. */
const PIECE = 100;

function measureOf(text: string, measure: string): number | null {
  const line = JSON.parse(text) as { summary?: unknown };
  const value = line.summary === undefined ? null : valueAt(line.summary, measure);
  return typeof value === 'number' ? value : null;
}
