/**
 * Runs the cases of a study on several workers: each has one case at a time and takes the next when it is
 * done.
 *
 * Which worker runs a case, and when, changes nothing in its line. A worker that dies, or is silent for
 * `SILENCE_S`, is replaced and its case run once more; if that fails too, the case's line says so and the
 * others go on. Whoever cancels ends all workers at once and keeps the lines that came. How workers are
 * made is given, so that tests bring their own.
 */
import type { CaseId, Problem, StudyDocument } from '../types/engine';
import type { StudyCommand, StudyReport } from './protocol';

/** What the pool uses of a `Worker`. */
export interface HandLike {
  postMessage(command: StudyCommand): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<StudyReport>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export interface Crew {
  spawn: () => HandLike;
  /** Workers at a time, at least 1. */
  size: number;
}

export interface StudyEvents {
  onPlanned?(cases: readonly CaseId[]): void;
  /** Case `index` is over. Lines come as they are done, not in order. */
  onLine(index: number, text: string): void;
  /** The share of case `index` that is done, 0 to 1. */
  onProgress?(index: number, done: number): void;
}

export interface StudyOptions {
  signal?: AbortSignal;
  /** The cases' numbers in the order in which they are begun; left out: as planned. */
  order?: (cases: readonly CaseId[]) => readonly number[];
}

export type Ending =
  | { how: 'done' }
  | { how: 'cancelled' }
  | { how: 'refused'; problems: Problem[] }
  /** No worker could be had. */
  | { how: 'failed'; message: string };

/** Seconds of silence after which a worker that has something to do is given up. */
export const SILENCE_S = 30;

/** Workers that leave a core to the page. */
export function crewSize(cores: number | undefined): number {
  return Math.max(1, (cores ?? 2) - 1);
}

export function spawnStudyWorker(): HandLike {
  return new Worker(new URL('./study-worker.ts', import.meta.url), { type: 'module' });
}

/** Plans the study and runs its cases. Resolves when the last line is there, or none will come any more. */
export function runStudy(
  study: StudyDocument,
  crew: Crew,
  events: StudyEvents,
  options: StudyOptions = {},
): Promise<Ending> {
  return new Promise((resolve) => {
    new Pool(JSON.stringify(study), crew, events, options, resolve).start();
  });
}

/** A worker, and what it is doing. */
interface Hand {
  worker: HandLike;
  /** The case it runs; null while it loads, plans or has nothing to do. */
  index: number | null;
  /** True once it has nothing left to do. */
  resting: boolean;
  silent_s: number;
}

class Pool {
  private readonly hands = new Set<Hand>();
  private cases: readonly CaseId[] = [];
  /** The cases that nobody has begun, the next one first. */
  private waiting: number[] = [];
  private readonly triedBefore = new Set<number>();
  private watchdog: ReturnType<typeof setInterval> | undefined;
  private ended = false;
  private readonly cancel = (): void => this.end({ how: 'cancelled' });

  constructor(
    private readonly study: string,
    private readonly crew: Crew,
    private readonly events: StudyEvents,
    private readonly options: StudyOptions,
    private readonly resolve: (ending: Ending) => void,
  ) {}

  start(): void {
    const { signal } = this.options;
    if (signal?.aborted) {
      this.cancel();
      return;
    }
    signal?.addEventListener('abort', this.cancel);
    this.watchdog = setInterval(() => this.listen(), 1000);
    this.hire(true);
  }

  private hire(plan = false): void {
    const worker = this.crew.spawn();
    const hand: Hand = { worker, index: null, resting: false, silent_s: 0 };
    this.hands.add(hand);
    worker.onmessage = ({ data }) => {
      hand.silent_s = 0;
      if (this.hands.has(hand)) this.receive(hand, data, plan);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.lose(hand, event.message || 'The simulator stopped unexpectedly.');
    };
    worker.postMessage({ type: 'study', study: this.study, plan });
  }

  private receive(hand: Hand, report: StudyReport, plan: boolean): void {
    switch (report.type) {
      case 'ready':
        if (!plan) this.giveNext(hand);
        return;
      case 'refused':
        this.end({ how: 'refused', problems: report.problems });
        return;
      case 'planned':
        this.begin(hand, report.cases);
        return;
      case 'progress':
        this.events.onProgress?.(report.index, report.done);
        return;
      case 'line':
        hand.index = null;
        this.events.onLine(report.index, report.text);
        this.giveNext(hand);
        return;
      case 'failed':
        this.lose(hand, report.message);
    }
  }

  /** The first hand made the plan; the others come now. */
  private begin(first: Hand, cases: readonly CaseId[]): void {
    this.cases = cases;
    this.waiting = [...(this.options.order?.(cases) ?? cases.keys())];
    this.events.onPlanned?.(cases);
    const others = Math.min(this.crew.size, this.waiting.length) - 1;
    this.giveNext(first);
    for (let i = 0; i < others; i++) this.hire();
  }

  private giveNext(hand: Hand): void {
    if (this.ended) return;
    const index = this.waiting.shift();
    if (index !== undefined) {
      hand.index = index;
      hand.resting = false;
      hand.worker.postMessage({ type: 'run', index });
      return;
    }
    hand.resting = true;
    if ([...this.hands].every((each) => each.index === null)) this.end({ how: 'done' });
  }

  /** A hand is gone; its case is given to another, once. */
  private lose(hand: Hand, message: string): void {
    if (!this.hands.delete(hand)) return;
    hand.worker.terminate();
    const { index } = hand;
    if (index === null) {
      // It never began: the others do its work, if there are others.
      if (this.hands.size === 0) this.end({ how: 'failed', message });
      return;
    }
    if (this.triedBefore.has(index)) {
      this.events.onLine(index, JSON.stringify({ ...this.cases[index], error: message }));
    } else {
      this.triedBefore.add(index);
      this.waiting.unshift(index);
    }
    const resting = [...this.hands].find((each) => each.resting);
    if (resting) this.giveNext(resting);
    else if (this.waiting.length > 0) this.hire();
    else if (this.hands.size === 0) this.end({ how: 'done' });
  }

  /** Called every second. */
  private listen(): void {
    for (const hand of this.hands) {
      hand.silent_s += 1;
      if (!hand.resting && hand.silent_s >= SILENCE_S) {
        this.lose(hand, `The simulator did not answer for ${SILENCE_S} s.`);
      }
    }
  }

  private end(ending: Ending): void {
    if (this.ended) return;
    this.ended = true;
    clearInterval(this.watchdog);
    this.options.signal?.removeEventListener('abort', this.cancel);
    for (const { worker } of this.hands) worker.terminate();
    this.hands.clear();
    this.resolve(ending);
  }
}
