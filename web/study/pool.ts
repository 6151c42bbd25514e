/**
 * Runs the cases of a study on several workers: each has one case at a time and takes the next when it is
 * done.
 *
 * Which worker runs a case, and when, changes nothing in its line. Cases whose lines are known already are not
 * run. With a stop rule the engine says, round by round, which cases are needed still; what it says follows from
 * figures only. A worker that dies, or is silent for `SILENCE_S`, is replaced and its case run once more; if that
 * fails too, the case's line says so and the others go on. Whoever cancels ends all workers at once and keeps the
 * lines that came. How workers are made is given, so that tests bring their own.
 */
import { valueAt } from '../scenario/path';
import type { CaseId, Problem, StudyDocument } from '../types/engine';
import type { StudyWorkers, WorkerLike } from './workers';
import type { Figures, StudyCommand, StudyReport } from './protocol';

export interface StudyEvents {
  onPlanned?(cases: readonly CaseId[]): void;
  /** Case `index` is over. Lines come as they are done, not in order; first those that are known. */
  onLine(index: number, text: string): void;
  /** So many runs are there or to come, as far as can be said. */
  onRound?(runs: number): void;
  /** All lines that were known are told. */
  onKnown?(): void;
  /** The share of case `index` that is done, 0 to 1. */
  onProgress?(index: number, done: number): void;
}

export interface StudyOptions {
  signal?: AbortSignal;
  /** Numbers of cases in the order in which they are begun; left out: as planned. */
  order?: (cases: readonly CaseId[]) => readonly number[];
  /** Lines that are there already. */
  known?: (cases: readonly CaseId[]) => Promise<ReadonlyMap<number, string>>;
  /** Plans, takes what is known and waits for `hold(false)`. */
  held?: boolean;
}

export type Ending =
  | { how: 'done' }
  | { how: 'canceled' }
  | { how: 'refused'; problems: Problem[] }
  /** No worker could be had. */
  | { how: 'failed'; message: string };

/** A study that is being run. */
export interface StudyRun {
  /** Resolves when the last line is there, or none will come any more. */
  ended: Promise<Ending>;
  /** Has everything stand still, or go on. What is being run stays as it is. */
  hold(held: boolean): void;
}

/** Seconds of silence after which a worker that has something to do is given up. */
export const SILENCE_S = 30;

/** Plans the study and runs its cases. */
export function runStudy(
  study: StudyDocument,
  workers: StudyWorkers,
  events: StudyEvents,
  options: StudyOptions = {},
): StudyRun {
  const pool = new Pool(study, workers, events, options);
  return { ended: pool.start(), hold: (held) => pool.hold(held) };
}

/** A worker, and what it is doing. */
interface PoolWorker {
  worker: WorkerLike;
  /** Its part in the study: it loads, makes the plan, names a round, runs a case, or has nothing to do. */
  task: 'load' | 'plan' | 'round' | 'rest' | { index: number };
  silent_s: number;
}

class Pool {
  private readonly poolWorkers = new Set<PoolWorker>();
  private cases: readonly CaseId[] = [];
  /** Numbers of all cases as they are begun. */
  private order: readonly number[] = [];
  /** Of the cases that are over, for the stop rule; without one it says only that they are. */
  private readonly figures: Figures = {};
  /** Cases of this round that nobody has begun, the next one first; null until it is known. */
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
    this.watchdog = setInterval(() => this.listen(), 1000);
    this.spawn('plan');
    return ending;
  }

  hold(held: boolean): void {
    if (this.ended || held === this.held) return;
    this.held = held;
    for (const poolWorker of this.poolWorkers) this.send(poolWorker, { type: 'hold', held });
    if (!held) this.assign();
  }

  private spawn(task: 'load' | 'plan'): void {
    const worker = this.workers.spawn();
    const poolWorker: PoolWorker = { worker, task, silent_s: 0 };
    this.poolWorkers.add(poolWorker);
    worker.onmessage = ({ data }) => {
      poolWorker.silent_s = 0;
      if (this.poolWorkers.has(poolWorker)) this.receive(poolWorker, data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.lose(poolWorker, event.message || 'The simulator stopped unexpectedly.');
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

  /** There is a plan: what is known need not be run. */
  private async begin(cases: readonly CaseId[]): Promise<void> {
    this.cases = cases;
    this.order = this.options.order?.(cases) ?? [...cases.keys()];
    this.events.onPlanned?.(cases);
    const known = await this.options.known?.(cases);
    let taken = 0;
    for (const [index, text] of known ?? []) {
      // Thousands of lines are read in pieces, so that the page stays awake.
      if (++taken % PIECE === 0) await new Promise((turn) => setTimeout(turn));
      if (this.ended) return;
      this.take(index, text);
    }
    if (this.ended) return;
    this.events.onKnown?.();
    if (this.study.stop) this.askForRound();
    else this.assignRound([...cases.keys()].filter((index) => !(index in this.figures)));
  }

  private take(index: number, text: string): void {
    this.figures[index] = this.study.stop ? figureOf(text, this.study.stop.measure) : null;
    this.events.onLine(index, text);
  }

  /** These are the cases of the round; without any, the study is done. */
  private assignRound(round: readonly number[]): void {
    const wanted = new Set(round);
    this.waiting = this.order.filter((index) => wanted.has(index));
    this.events.onRound?.(Object.keys(this.figures).length + round.length);
    if (round.length === 0) this.end({ how: 'done' });
    else this.assign();
  }

  /** Gives everybody who has nothing to do something to do, if there is. */
  private assign(): void {
    if (this.ended || this.held || this.waiting === null) return;
    for (const poolWorker of this.poolWorkers) {
      if (poolWorker.task !== 'rest') continue;
      const index = this.waiting.shift();
      if (index === undefined) break;
      poolWorker.task = { index };
      this.send(poolWorker, { type: 'run', index });
    }
    // Those who load take some of it when they are there.
    const loading = this.count(({ task }) => task === 'load');
    for (
      let more = this.waiting.length - loading;
      more > 0 && this.poolWorkers.size < this.workers.size;
      more--
    ) {
      this.spawn('load');
    }
    const running = this.count(({ task }) => typeof task === 'object');
    if (this.waiting.length > 0 || running > 0) return;
    if (this.study.stop) this.askForRound();
    else this.end({ how: 'done' });
  }

  private askForRound(): void {
    this.waiting = null;
    const poolWorker = [...this.poolWorkers].find(({ task }) => task === 'rest');
    // Nobody is there only if the last one has just gone; whoever comes is asked.
    if (!poolWorker) {
      this.waiting = [];
      this.spawn('load');
      return;
    }
    poolWorker.task = 'round';
    this.send(poolWorker, { type: 'round', figures: this.figures });
  }

  /** A poolWorker is gone; its case is given to another, once. */
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
      // It never began: the others do its work, if there are others.
      this.end({ how: 'failed', message });
    }
  }

  /** Called every second. */
  private listen(): void {
    for (const poolWorker of this.poolWorkers) {
      poolWorker.silent_s = poolWorker.task === 'rest' || this.held ? 0 : poolWorker.silent_s + 1;
      if (poolWorker.silent_s >= SILENCE_S) {
        this.lose(poolWorker, `The simulator did not answer for ${SILENCE_S} s.`);
      }
    }
  }

  private end(ending: Ending): void {
    if (this.ended) return;
    this.ended = true;
    clearInterval(this.watchdog);
    this.options.signal?.removeEventListener('abort', this.cancel);
    for (const { worker, task } of this.poolWorkers) {
      if (task === 'rest' && this.workers.keep) {
        worker.postMessage({ type: 'hold', held: false });
        this.workers.keep(worker);
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

/** Lines that are taken at a time. */
const PIECE = 100;

function figureOf(text: string, measure: string): number | null {
  const line = JSON.parse(text) as { summary?: unknown };
  const figure = line.summary === undefined ? null : valueAt(line.summary, measure);
  return typeof figure === 'number' ? figure : null;
}
