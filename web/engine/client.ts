/**
 * The page's end of the simulation: owns the worker, numbers the runs, turns answers into promises.
 *
 * Every request is answered, refused, or rejected with `EngineFailure`: when the engine fails, when it
 * is silent for `SILENCE_S`, when it is started anew or ended. Who asked may also cancel: the request is
 * then rejected with the signal's reason (an `AbortError` unless another was given), is owed no more, and
 * its answer is ignored when it comes. A command that has left is not called back. A worker that failed is ended at once; `start`
 * makes a new one. What is lost with it is the run, never the scenario, which lives on the page.
 */
import type { Patch, Problem, Warning } from '../scenario/types';
import type { Checked, Command, FileData, Frame, Question, Report, Speed, StepTo, View } from './protocol';
import type { Summary } from './summary';

/** The engine is broken, silent or gone; a new worker is needed. */
export class EngineFailure extends Error {}

/** What the page uses of a `Worker`; tests bring their own. */
export interface WorkerLike {
  postMessage(message: Command, transfer: Transferable[]): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<Report>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

type Ready = Extract<Report, { type: 'ready' }>;
type State = Extract<Report, { type: 'state' }>;
export type Opened = Extract<Report, { type: 'opened' }>;
export type Edited = Extract<Report, { type: 'edited' }>;
type WarningsReport = Extract<Report, { type: 'warnings' }>;
type LayoutReport = Extract<Report, { type: 'layout' }>;
type FilesReport = Extract<Report, { type: 'files' }>;
type StepReport = Extract<Report, { type: 'step_done' }>;

/** An answer that may be a refusal, with every problem. */
export type Result<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

/** What happens without being asked for. */
export interface ClientEvents {
  onReady(report: Ready): void;
  onFrame(frame: Frame): void;
  onState(report: State): void;
  onLayout(report: LayoutReport): void;
  onStep(report: StepReport): void;
  onWarnings(report: WarningsReport): void;
  onFiles(report: FilesReport): void;
  /** `t_s`: simulated time at which the run stopped. */
  onFailed(message: string, t_s: number): void;
}

/** What each question is answered by. */
interface Answers {
  check: Checked;
  apply: Checked;
  minimal: unknown;
  lost: Warning[];
  summary: Summary;
  recorded: number | null;
  columns: Float32Array | null;
}

/** How a run is opened: see the command. */
type OpenRun = Pick<Extract<Command, { type: 'open' }>, 'until_s' | 'play' | 'watch'>;

interface Pending {
  resolve(value: unknown): void;
  reject(reason: Error): void;
}

/** Seconds of silence after which an engine that owes an answer is given up. */
export const SILENCE_S = 10;

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
  /** Requests under way, by `open 3`, `edit 7`, `ask 9`. */
  private readonly pending = new Map<string, Pending>();

  constructor(spawn: () => WorkerLike, events: ClientEvents) {
    this.spawn = spawn;
    this.events = events;
  }

  /** Starts a worker, ending the one before; `onReady` follows. */
  start(): void {
    this.stop(new EngineFailure('The simulator was started anew.'));
    const worker = this.spawn();
    this.worker = worker;
    worker.onmessage = ({ data }) => {
      if (this.worker === worker) this.receive(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.worker === worker) this.fail(event.message || 'The simulator stopped unexpectedly.', this.t_s);
    };
    this.watchdog = setInterval(() => this.listen(), 1000);
  }

  /** Ends the worker and frees its memory; whoever waits for an answer gets none. */
  close(): void {
    this.stop(new EngineFailure('The simulator was ended.'));
  }

  /**
   * Starts a run of `scenario`. Options: fast-forward to a time, play or rest, flows to watch. Cancelled, the
   * run may have begun all the same, with a number that nobody knows; open another in its place.
   */
  async open(scenario: unknown, options: OpenRun, signal?: AbortSignal): Promise<Result<Opened>> {
    const run = ++this.lastRun;
    const command: Command = { type: 'open', run, scenario, ...options };
    return (await this.request(`open ${run}`, command, signal)) as Result<Opened>;
  }

  /** Changes the running scenario of run `run` now; cancelled, it may have changed all the same. */
  async edit(run: number, set: Patch[], signal?: AbortSignal): Promise<Result<Edited>> {
    const id = ++this.lastId;
    return (await this.request(`edit ${id}`, { type: 'edit', run, id, set }, signal)) as Result<Edited>;
  }

  /** Rejects with an ordinary `Error` when the question has no answer now. */
  async ask<W extends Question['what']>(
    question: Extract<Question, { what: W }>,
    signal?: AbortSignal,
  ): Promise<Answers[W]> {
    const id = ++this.lastId;
    return (await this.request(`ask ${id}`, { type: 'ask', id, question }, signal)) as Answers[W];
  }

  /** A file that a run waits for, or that a change to come names. */
  give(file: FileData): void {
    this.send({ type: 'file', file });
  }

  play(): void {
    this.send({ type: 'play' });
  }

  pause(): void {
    this.send({ type: 'pause' });
  }

  step(what: StepTo | '100ms'): void {
    this.send({ type: 'step', what });
  }

  seek(t_s: number): void {
    this.send({ type: 'seek', t_s });
  }

  setSpeed(speed: Speed): void {
    this.send({ type: 'speed', speed });
  }

  watch(flows: number[]): void {
    this.send({ type: 'watch', flows });
  }

  setView(view: View): void {
    this.send({ type: 'view', view });
  }

  requestFrame(recycle: ArrayBuffer | undefined): void {
    this.frameOwed = true;
    if (recycle) this.send({ type: 'request_frame', recycle }, [recycle]);
    else this.send({ type: 'request_frame' });
  }

  private async request(key: string, command: Command, signal?: AbortSignal): Promise<unknown> {
    signal?.throwIfAborted();
    if (!this.worker) throw new EngineFailure('The simulator is not running.');
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
        this.settle(`open ${report.run}`, { ok: true, value: report });
        return;
      case 'refused':
        this.settle(`open ${report.run}`, { ok: false, problems: report.problems });
        return;
      case 'edited':
        this.settle(`edit ${report.id}`, { ok: true, value: report });
        return;
      case 'edit_refused':
        this.settle(`edit ${report.id}`, { ok: false, problems: report.problems });
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

  private settle(key: string, value: unknown): void {
    this.pending.get(key)?.resolve(value);
    this.pending.delete(key);
  }

  private answer({ id, value, error }: Extract<Report, { type: 'answer' }>): void {
    const key = `ask ${id}`;
    if (error === undefined) {
      this.settle(key, value);
      return;
    }
    this.pending.get(key)?.reject(new Error(error));
    this.pending.delete(key);
  }

  /**
   * Once a second: has an engine that owes something been silent too long? Seconds are counted rather
   * than read off a clock, so that a computer that slept does not count its sleep.
   */
  private listen(): void {
    const owes = this.ready && (this.pending.size > 0 || (this.playing && this.frameOwed));
    this.silent_s = owes ? this.silent_s + 1 : 0;
    if (this.silent_s >= SILENCE_S) {
      this.fail(`The simulator has not answered for ${SILENCE_S} seconds.`, this.t_s);
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

/** The real worker; Vite bundles it from this expression. */
export function spawnWorker(): WorkerLike {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'bufferlab' });
}
