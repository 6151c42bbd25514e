/**
 * The page's connection to the simulation: owns the worker, numbers the runs, and returns answers as promises.
 *
 * Every request is answered, refused, or rejected with an `EngineFailure`: when the engine fails, does not respond for
 * `SILENCE_S`, is restarted or closed. A caller can cancel a request by a signal: it is rejected with the signal's
 * reason (an `AbortError` by default), and a late answer is ignored. A command that was sent is not withdrawn. A worker
 * that failed is terminated; `start` creates a new one. The run is lost with it, but not the scenario, which the page
 * has.
 */
import type { Patch, Problem, Warning } from '../scenario/types';
import type { Checked, Command, FileData, Frame, Question, Report, Speed, StepTo, View } from './protocol';
import { CLIENT } from './strings';
import type { Summary } from './summary';

/** Failure of the engine, which does not respond or does not run; a new worker is needed. */
export class EngineFailure extends Error {}

/** Part of a `Worker` that is used; tests have their own. */
export interface WorkerLike {
  postMessage(message: Command, transfer: Transferable[]): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<Report>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

type Ready = Extract<Report, { type: 'ready' }>;
type State = Extract<Report, { type: 'state' }>;
/** Report of an opened run. */
export type Opened = Extract<Report, { type: 'opened' }>;
/** Report of an edit. */
export type Edited = Extract<Report, { type: 'edited' }>;
type WarningsReport = Extract<Report, { type: 'warnings' }>;
type LayoutReport = Extract<Report, { type: 'layout' }>;
type FilesReport = Extract<Report, { type: 'files' }>;
type StepReport = Extract<Report, { type: 'step_done' }>;

/** An answer, or a refusal with all problems. */
export type Result<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

/** Callbacks for messages that answer no request. */
export interface ClientEvents {
  onReady(report: Ready): void;
  onFrame(frame: Frame): void;
  onState(report: State): void;
  onLayout(report: LayoutReport): void;
  onStep(report: StepReport): void;
  onWarnings(report: WarningsReport): void;
  onFiles(report: FilesReport): void;
  /** Called after a failure; `t_s` is the simulated time of the run then. */
  onFailed(message: string, t_s: number): void;
}

/** Answer of each question. */
interface Answers {
  check: Checked;
  apply: Checked;
  minimal: unknown;
  lost: Warning[];
  summary: Summary;
  recorded: number | null;
  columns: Float32Array | null;
}

/** Options of the command that opens a run. */
type OpenRun = Pick<Extract<Command, { type: 'open' }>, 'until_s' | 'play' | 'watch'>;

interface Pending {
  resolve(value: unknown): void;
  reject(reason: Error): void;
}

/** Time without a response after which an engine with open requests has failed, seconds. */
export const SILENCE_S = 10;

/** Connection to one worker at a time. */
export class EngineClient {
  private readonly spawn: () => WorkerLike;
  private readonly events: ClientEvents;
  private worker: WorkerLike | null = null;
  private ready = false;
  private lastRun = 0;
  private lastId = 0;
  private t_s = 0;
  private playing = false;
  private frameOwed = false;
  private silent_s = 0;
  private watchdog: ReturnType<typeof setInterval> | null = null;
  /** Open requests, by `open 3`, `edit 7`, `ask 9`. */
  private readonly pending = new Map<string, Pending>();

  constructor(spawn: () => WorkerLike, events: ClientEvents) {
    this.spawn = spawn;
    this.events = events;
  }

  /** Starts a worker in place of the present one; `onReady` follows. */
  start(): void {
    this.stop(new EngineFailure(CLIENT.restarted));
    const worker = this.spawn();
    this.worker = worker;
    worker.onmessage = ({ data }) => {
      if (this.worker === worker) this.receive(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.worker === worker) this.fail(event.message || CLIENT.stopped, this.t_s);
    };
    this.watchdog = setInterval(() => this.listen(), 1000);
  }

  /** Ends the worker and frees its memory; open requests are rejected. */
  close(): void {
    this.stop(new EngineFailure(CLIENT.closed));
  }

  /**
   * Starts a run of `scenario`. Options: time to fast-forward to, whether to play, flows to watch. A canceled run may
   * have begun; open another one in its place.
   */
  async open(scenario: unknown, options: OpenRun, signal?: AbortSignal): Promise<Result<Opened>> {
    const run = ++this.lastRun;
    const command: Command = { type: 'open', run, scenario, ...options };
    return (await this.request(`open ${run}`, command, signal)) as Result<Opened>;
  }

  /** Changes the scenario of run `run` now. A canceled change may have been made. */
  async edit(run: number, set: Patch[], signal?: AbortSignal): Promise<Result<Edited>> {
    const id = ++this.lastId;
    return (await this.request(`edit ${id}`, { type: 'edit', run, id, set }, signal)) as Result<Edited>;
  }

  /** Asks a question. Rejects with an ordinary `Error` if it has no answer now. */
  async ask<W extends Question['what']>(
    question: Extract<Question, { what: W }>,
    signal?: AbortSignal,
  ): Promise<Answers[W]> {
    const id = ++this.lastId;
    return (await this.request(`ask ${id}`, { type: 'ask', id, question }, signal)) as Answers[W];
  }

  /** Sends a file, for a run that waits for it or a later change that names it. */
  addFile(file: FileData): void {
    this.send({ type: 'file', file });
  }

  /** Plays the run at the set speed. */
  play(): void {
    this.send({ type: 'play' });
  }

  /** Pauses the run at the present time. */
  pause(): void {
    this.send({ type: 'pause' });
  }

  /** Advances to the next event of a kind or by 100 ms. */
  step(what: StepTo | '100ms'): void {
    this.send({ type: 'step', what });
  }

  /** Fast-forwards or goes back to a time, seconds. */
  seek(t_s: number): void {
    this.send({ type: 'seek', t_s });
  }

  /** Sets the speed of present and later runs. */
  setSpeed(speed: Speed): void {
    this.send({ type: 'speed', speed });
  }

  /** Watches flows, given by number. */
  watch(flows: number[]): void {
    this.send({ type: 'watch', flows });
  }

  /** Sets the interval and content of frames. */
  setView(view: View): void {
    this.send({ type: 'view', view });
  }

  /** Requests one frame; `recycle` is memory of an earlier frame. */
  requestFrame(recycle: ArrayBuffer | undefined): void {
    this.frameOwed = true;
    if (recycle) this.send({ type: 'request_frame', recycle }, [recycle]);
    else this.send({ type: 'request_frame' });
  }

  private async request(key: string, command: Command, signal?: AbortSignal): Promise<unknown> {
    signal?.throwIfAborted();
    if (!this.worker) throw new EngineFailure(CLIENT.notRunning);
    const cancel = (): void => {
      this.pending.get(key)?.reject(signal?.reason as Error);
      this.pending.delete(key);
    };
    signal?.addEventListener('abort', cancel);
    try {
      return await new Promise((resolve, reject) => {
        this.pending.set(key, { resolve, reject });
        this.send(command);
      });
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  private send(command: Command, transfer: Transferable[] = []): void {
    try {
      this.worker?.postMessage(command, transfer);
    } catch (error) {
      this.fail(error instanceof Error ? error.message : String(error), this.t_s);
    }
  }

  private receive(report: Report): void {
    this.silent_s = 0;
    switch (report.type) {
      case 'ready':
        this.ready = true;
        this.events.onReady(report);
        return;
      case 'opened':
        this.resolve(`open ${report.run}`, { ok: true, value: report });
        return;
      case 'refused':
        this.resolve(`open ${report.run}`, { ok: false, problems: report.problems });
        return;
      case 'edited':
        this.resolve(`edit ${report.id}`, { ok: true, value: report });
        return;
      case 'edit_refused':
        this.resolve(`edit ${report.id}`, { ok: false, problems: report.problems });
        return;
      case 'answer':
        this.answer(report);
        return;
      case 'layout':
        this.events.onLayout(report);
        return;
      case 'step_done':
        this.events.onStep(report);
        return;
      case 'warnings':
        this.events.onWarnings(report);
        return;
      case 'files':
        this.events.onFiles(report);
        return;
      case 'state':
        this.note(report);
        this.events.onState(report);
        return;
      case 'frame':
        this.frameOwed = false;
        this.note(report);
        this.events.onFrame(report);
        return;
      case 'failed':
        this.fail(report.message, report.t_s);
        return;
    }
  }

  private note({ t_s, playing }: { t_s: number; playing: boolean }): void {
    this.t_s = t_s;
    this.playing = playing;
  }

  private resolve(key: string, value: unknown): void {
    this.pending.get(key)?.resolve(value);
    this.pending.delete(key);
  }

  private answer({ id, value, error }: Extract<Report, { type: 'answer' }>): void {
    const key = `ask ${id}`;
    if (error === undefined) {
      this.resolve(key, value);
      return;
    }
    this.pending.get(key)?.reject(new Error(error));
    this.pending.delete(key);
  }

  /**
   * Checks once a second whether an engine with open requests responds. Seconds are counted rather than read from a
   * clock, so that the sleep of a computer does not count.
   */
  private listen(): void {
    const owes = this.ready && (this.pending.size > 0 || (this.playing && this.frameOwed));
    this.silent_s = owes ? this.silent_s + 1 : 0;
    if (this.silent_s >= SILENCE_S) {
      this.fail(CLIENT.silent(SILENCE_S), this.t_s);
    }
  }

  private fail(message: string, t_s: number): void {
    this.stop(new EngineFailure(message));
    this.events.onFailed(message, t_s);
  }

  private stop(reason: EngineFailure): void {
    if (this.watchdog !== null) clearInterval(this.watchdog);
    this.watchdog = null;
    this.worker?.terminate();
    this.worker = null;
    this.ready = false;
    this.playing = false;
    this.frameOwed = false;
    this.silent_s = 0;
    this.t_s = 0;
    const waiting = [...this.pending.values()];
    this.pending.clear();
    for (const { reject } of waiting) reject(reason);
  }
}

/** Creates the worker; Vite bundles its script from this expression. */
export function spawnWorker(): WorkerLike {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'bufferlab' });
}
