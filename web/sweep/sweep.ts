/**
 * Sweep: a study that runs in the page, with its lines, progress and estimated time.
 *
 * Short runs give hundreds of lines per second; the state changes at most once per `UPDATE_MS`, so that drawing does not
 * slow down the page. All lines are stored by the engine's keys, so that no run is simulated twice, in any study.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CaseId, CaseLine, Problem, StudyDocument } from '../types/engine';
import type { StudyWorkers } from './workers';
import { spreadOrder } from './case-order';
import { runStudy, type StudyRun } from './pool';

/** State of a sweep. */
export interface SweepState {
  /**
   * Phase: `ready` is planned and not started; `done` has no runs left. `problems` belong to `refused`, `message` to
   * `failed`.
   */
  phase: 'idle' | 'planning' | 'ready' | 'running' | 'paused' | 'done' | 'canceled' | 'refused' | 'failed';
  /** Current study, of the types that it declares; null before the first one, and while an unread one is planned. */
  study: StudyDocument | null;
  /** Number of runs, to which a stop rule may add; 0 until they are planned. */
  total: number;
  /** Finished lines, in the order of their cases. */
  lines: readonly CaseLine[];
  /** Completed share, 0 to 1. */
  done: number;
  /** Estimated wall time left, in seconds; null before there is an estimate. */
  left_s: number | null;
  problems: readonly Problem[];
  /** Reason of a failure. */
  message: string;
}

/** Store of lines beyond the life of the page. */
export interface LineStore {
  /** Returns the stored lines among these keys. */
  find(keys: ReadonlySet<string>): Promise<ReadonlyMap<string, string>>;
  /** Adds the line of a finished run. */
  add(text: string): void;
}

/** State before the first study. */
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

/** Least time between two changes of the state, in ms. */
const UPDATE_MS = 100;

/** Runs one study at a time. */
export class Sweep {
  readonly store: StoreApi<SweepState> = createStore(() => IDLE);
  private run: StudyRun | null = null;
  private stop: AbortController | null = null;
  /** All lines of this page by key. */
  private readonly all = new Map<string, string>();
  /** Lines by number of the case, as text and parsed. */
  private texts: (string | undefined)[] = [];
  private read: (CaseLine | undefined)[] = [];
  /** Completed shares of the cases in progress. */
  private readonly shares = new Map<number, number>();
  /** Basis of the time estimate: wall time and completed share at the last start. */
  private since = { ms: 0, done: 0 };
  private updateTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly workers: StudyWorkers,
    private readonly lineStore: LineStore | null = null,
    private readonly clock_ms: () => number = () => performance.now(),
  ) {}

  /**
   * Plans a study and takes its known lines, in place of the study before; with `run`, it starts. Resolves at its end. An
   * `unread` study comes from a link or a file and may have any form: the state has it only when `rename` sets it.
   */
  async open(study: StudyDocument, how: 'wait' | 'run' | 'unread'): Promise<void> {
    this.cancel();
    const stop = new AbortController();
    this.stop = stop;
    this.texts = [];
    this.read = [];
    this.shares.clear();
    this.since = { ms: this.clock_ms(), done: 0 };
    this.store.setState({ ...IDLE, phase: 'planning', study: how === 'unread' ? null : study });
    this.run = runStudy(
      study,
      this.workers,
      {
        onPlanned: ({ length }) => this.store.setState({ total: length }),
        onKnown: () => {
          this.update();
          this.setRunning(how === 'run' ? 'running' : 'ready');
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
        held: how !== 'run',
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

  /** Takes lines of finished runs from a file, for studies of this page; they are not stored in the browser. */
  learn(texts: readonly string[]): void {
    for (const text of texts) {
      const key = /^\{"key":"([0-9a-f]{32})"/.exec(text)?.[1];
      if (key !== undefined && !this.all.has(key)) this.all.set(key, text);
    }
  }

  /** Plans a study and runs it. Resolves at its end. */
  start(study: StudyDocument): Promise<void> {
    return this.open(study, 'run');
  }

  /** Pauses all runs of the study. */
  pause(): void {
    if (this.store.getState().phase !== 'running') return;
    this.run?.hold(true);
    this.store.setState({ phase: 'paused', left_s: null });
  }

  /** Starts or resumes; after a cancellation, with the missing runs. */
  resume(): void {
    const { phase, study } = this.store.getState();
    if (this.run && (phase === 'ready' || phase === 'paused')) {
      this.setRunning('running');
      this.run.hold(false);
    } else if (study && (phase === 'canceled' || phase === 'failed')) void this.open(study, 'run');
  }

  /** Sets the document of the study: that of an unread one, or an equivalent one. */
  rename(study: StudyDocument): void {
    this.store.setState({ study });
  }

  /** Forgets an unread study that cannot be opened. */
  refuse(): void {
    this.cancel();
    this.stop = null;
    this.store.setState({ ...IDLE, phase: 'refused' });
  }

  /** Ends the workers at once; finished lines stay. */
  cancel(): void {
    this.stop?.abort();
  }

  /** Returns the lines in the order of their cases, as `bufferlab sweep --json` prints them. */
  text(): string {
    return this.texts.flatMap((line) => (line === undefined ? [] : [`${line}\n`])).join('');
  }

  private setRunning(phase: 'running' | 'ready'): void {
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
      this.lineStore?.add(text);
    }
    this.updateSoon();
  }

  /** Returns the known lines of these cases, with the point and seed of this study. */
  private async known(cases: readonly CaseId[]): Promise<ReadonlyMap<number, string>> {
    const missing = new Set(cases.map(({ key }) => key).filter((key) => !this.all.has(key)));
    const found = missing.size > 0 ? await this.lineStore?.find(missing) : undefined;
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

/** Returns the number of runs of each point. */
function repeatedIn({ replications = 1 }: StudyDocument): number {
  return Math.max(1, replications);
}

/** Writes a line with the point of this study; in another study, the same run can belong to another point. */
function renamed(text: string, { key, point, seed }: CaseId): string {
  const start = text.indexOf(',"summary":');
  const head = JSON.stringify({ key, point, seed }).slice(0, -1);
  const before = JSON.parse(`${text.slice(0, start)}}`) as CaseId;
  // Without a difference, the text of the engine stays unchanged.
  const isSame = JSON.stringify({ key: before.key, point: before.point, seed: before.seed }) === `${head}}`;
  return isSame ? text : head + text.slice(start);
}
