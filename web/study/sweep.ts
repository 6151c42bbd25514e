/**
 * A sweep as the page shows it: what was asked, the lines so far, how far it is and how long it may take.
 *
 * Lines and progress come hundreds of times a second where runs are short; the state changes at most every
 * `UPDATE_MS`, so that drawing never holds the page up. A line that was simulated once is not simulated again: all
 * of them are kept by their keys, which the engine gives, and shown again in whatever study they belong to.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CaseId, CaseLine, Problem, StudyDocument } from '../types/engine';
import type { StudyWorkers } from './workers';
import { spreadOrder } from './case-order';
import { runStudy, type StudyRun } from './pool';

export interface SweepState {
  /**
   * `ready`: planned, and nothing of it was begun here; `planning` comes before that. `done`: nothing is left
   * to run. Problems belong to `refused`, a message to `failed`.
   */
  phase: 'idle' | 'planning' | 'ready' | 'running' | 'paused' | 'done' | 'canceled' | 'refused' | 'failed';
  /** What was asked; null before anything was. */
  study: StudyDocument | null;
  /** Runs altogether, as far as can be said: a stop rule may ask for more; 0 until they are planned. */
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

/** Where lines stay when the page is gone. */
export interface LineStore {
  /** The lines of these keys, as far as they are there. */
  find(keys: ReadonlySet<string>): Promise<ReadonlyMap<string, string>>;
  /** Adds the line of a finished run. */
  add(text: string): void;
}

/** Nothing was asked. */
export const IDLE: SweepState = {
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
const UPDATE_MS = 100;

export class Sweep {
  readonly store: StoreApi<SweepState> = createStore(() => IDLE);
  private run: StudyRun | null = null;
  private stop: AbortController | null = null;
  /** Lines of this page by their keys. */
  private readonly all = new Map<string, string>();
  /** By the number of the case. */
  private texts: (string | undefined)[] = [];
  private read: (CaseLine | undefined)[] = [];
  /** Shares that are done of the cases that run. */
  private readonly shares = new Map<number, number>();
  /** What there is to judge the time by: since when it has run, and how much was done then. */
  private since = { ms: 0, done: 0 };
  private updateTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly workers: StudyWorkers,
    private readonly kept: LineStore | null = null,
    private readonly clock_ms: () => number = () => performance.now(),
  ) {}

  /**
   * Plans a study and shows what of it is known; what ran before ends. It waits then, unless it is to run, or
   * nothing is left to be run. Resolves when it is over.
   */
  async open(study: StudyDocument, how: 'wait' | 'run'): Promise<void> {
    this.cancel();
    const stop = new AbortController();
    this.stop = stop;
    this.texts = [];
    this.read = [];
    this.shares.clear();
    this.since = { ms: this.clock_ms(), done: 0 };
    this.store.setState({ ...IDLE, phase: 'planning', study });
    this.run = runStudy(
      study,
      this.workers,
      {
        onPlanned: ({ length }) => this.store.setState({ total: length }),
        onKnown: () => {
          this.update();
          this.goesOn(how === 'run' ? 'running' : 'ready');
        },
        onRound: (total) => this.store.setState({ total }),
        onLine: (index, text) => this.take(index, text),
        onProgress: (index, done) => {
          this.shares.set(index, done);
          this.updateSoon();
        },
      },
      {
        signal: stop.signal,
        held: how === 'wait',
        known: (cases) => this.known(cases),
        order: (cases) => spreadOrder(cases.length, repeatedIn(study)),
      },
    );
    const ending = await this.run.ended;
    if (this.stop !== stop) return;
    this.run = null;
    this.shares.clear();
    this.update();
    this.store.setState({
      phase: ending.how,
      left_s: null,
      problems: ending.how === 'refused' ? ending.problems : [],
      message: ending.how === 'failed' ? ending.message : '',
    });
  }

  /** Plans a study and runs it. Resolves when it is over. */
  start(study: StudyDocument): Promise<void> {
    return this.open(study, 'run');
  }

  /** Stands still; what is being run stays as it is. */
  pause(): void {
    if (this.store.getState().phase !== 'running') return;
    this.run?.hold(true);
    this.store.setState({ phase: 'paused', left_s: null });
  }

  /** Goes on, or begins; after a cancel, with what is missing. */
  resume(): void {
    const { phase, study } = this.store.getState();
    if (this.run && (phase === 'ready' || phase === 'paused')) {
      this.goesOn('running');
      this.run.hold(false);
    } else if (study && (phase === 'canceled' || phase === 'failed')) void this.open(study, 'run');
  }

  /** What is here is the same as this study, which says it in other words. */
  rename(study: StudyDocument): void {
    this.store.setState({ study });
  }

  /** Ends the workers at once; the lines that came stay. */
  cancel(): void {
    this.stop?.abort();
  }

  /** The lines so far in the order of their cases, as `bufferlab sweep --json` prints them. */
  text(): string {
    return this.texts.flatMap((line) => (line === undefined ? [] : [`${line}\n`])).join('');
  }

  private goesOn(phase: 'running' | 'ready'): void {
    this.since = { ms: this.clock_ms(), done: this.share() };
    this.store.setState({ phase });
  }

  private take(index: number, text: string): void {
    const line = JSON.parse(text) as CaseLine;
    this.texts[index] = text;
    this.read[index] = line;
    this.shares.delete(index);
    if ('summary' in line && !this.all.has(line.key)) {
      this.all.set(line.key, text);
      this.kept?.add(text);
    }
    this.updateSoon();
  }

  /** The lines of these cases that are here, under the names that the cases have in this study. */
  private async known(cases: readonly CaseId[]): Promise<ReadonlyMap<number, string>> {
    const missing = new Set(cases.map(({ key }) => key).filter((key) => !this.all.has(key)));
    const found = missing.size > 0 ? await this.kept?.find(missing) : undefined;
    for (const [key, text] of found ?? []) this.all.set(key, text);
    return new Map(
      cases.flatMap((id, index): [number, string][] => {
        const text = this.all.get(id.key);
        return text === undefined ? [] : [[index, renamed(text, id)]];
      }),
    );
  }

  private updateSoon(): void {
    this.updateTimer ??= setTimeout(() => this.update(), UPDATE_MS);
  }

  private update(): void {
    clearTimeout(this.updateTimer);
    this.updateTimer = undefined;
    const lines = this.read.filter((line) => line !== undefined);
    const done = this.share();
    const { phase } = this.store.getState();
    const passed_s = (this.clock_ms() - this.since.ms) / 1000;
    const made = done - this.since.done;
    const left_s = phase === 'running' && made > 0 && passed_s > 0.5 ? (passed_s * (1 - done)) / made : null;
    this.store.setState({ lines, done, left_s });
  }

  private share(): number {
    const { total } = this.store.getState();
    const running = [...this.shares.values()].reduce((sum, share) => sum + share, 0);
    const over = this.read.reduce((count) => count + 1, 0);
    return total === 0 ? 0 : Math.min(1, (over + running) / total);
  }
}

/** Runs of each point; of what was refused anything will do. */
function repeatedIn({ replications = 1 }: StudyDocument): number {
  return Math.max(1, replications);
}

/** A line as this case names it: the same run may stand at a point of other fields in another study. */
function renamed(text: string, { key, point, seed }: CaseId): string {
  const start = text.indexOf(',"summary":');
  const head = JSON.stringify({ key, point, seed }).slice(0, -1);
  const before = JSON.parse(`${text.slice(0, start)}}`) as CaseId;
  // Where nothing differs the text stays as the engine wrote it.
  const isSame = JSON.stringify({ key: before.key, point: before.point, seed: before.seed }) === `${head}}`;
  return isSame ? text : head + text.slice(start);
}
