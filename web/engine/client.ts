/**
 * The page's connection to the simulation: owns the thread, numbers the runs, and returns answers as promises.
 *
 * Every request is answered, refused, or rejected with an `EngineFailure`: when the engine fails, does not respond for
 * `SILENCE_S`, is restarted or closed. A caller can cancel a request by a signal: it is rejected with the signal's
 * reason (an `AbortError` by default), and a late answer is ignored. A call that was sent is not withdrawn. A thread
 * that failed is ended; `start` creates a new one. The run is lost with it, but not the scenario, which the page
 * has.
 */
import {
  Thread,
  ThreadFailure as EngineFailure,
  transfer,
  type Remote,
  type WorkerLike,
} from '../rpc/thread';
import type { Patch } from '../scenario/types';
import { withEngine } from './module';
import type { Edited, FileData, Frame, OpenOptions, Opened, Report } from './protocol';
import type { Result, RunApi, Speed, StepTo, View } from './protocol';
import { CLIENT } from './strings';

export { EngineFailure, type WorkerLike };

/** Report of a type. */
type ReportOf<T extends Report['type']> = Extract<Report, { type: T }>;

/** Callbacks for the reports of the worker. */
export interface ClientEvents {
  onReady(report: ReportOf<'ready'>): void;
  onFrame(frame: Frame): void;
  onState(report: ReportOf<'state'>): void;
  onLayout(report: ReportOf<'layout'>): void;
  onStep(report: ReportOf<'step_done'>): void;
  onWarnings(report: ReportOf<'warnings'>): void;
  onFiles(report: ReportOf<'files'>): void;
  /** Called after a failure; `t_s` is the simulated time of the run then. */
  onFailed(message: string, t_s: number): void;
}

/** Time without a response after which an engine with open requests has failed, seconds. */
export const SILENCE_S = 10;

/** Connection to one thread at a time. */
export class EngineClient {
  private thread: Thread<RunApi, Report> | null = null;
  private ready = false;
  private lastRun = 0;
  private t_s = 0;
  private playing = false;
  private frameOwed = false;
  /** Number of requests that wait for an answer. */
  private waiting = 0;

  constructor(
    private readonly spawn: () => WorkerLike,
    private readonly events: ClientEvents,
  ) {}

  /** Starts a thread in place of the present one; `onReady` follows. */
  start(): void {
    this.stop(CLIENT.restarted);
    const thread = new Thread<RunApi, Report>(this.spawn(), CLIENT.stopped);
    this.thread = thread;
    thread.onEvent = (report) => this.receive(report);
    thread.onFailure = ({ message }) => this.fail(message, this.t_s);
    const owes = (): boolean => this.ready && (this.waiting > 0 || (this.playing && this.frameOwed));
    thread.watch(SILENCE_S, CLIENT.silent(SILENCE_S), owes);
  }

  /** Ends the thread and frees its memory; open requests are rejected. */
  close(): void {
    this.stop(CLIENT.closed);
  }

  /** Starts a run of `scenario`. A canceled run may have begun; open another one in its place. */
  open(scenario: unknown, options: OpenOptions, signal?: AbortSignal): Promise<Result<Opened>> {
    const run = ++this.lastRun;
    return this.request((api) => api.open(run, scenario, options), signal);
  }

  /** Changes the scenario of run `run` now. A canceled change may have been made. */
  edit(run: number, set: Patch[], signal?: AbortSignal): Promise<Result<Edited>> {
    return this.request((api) => api.edit(run, set), signal);
  }

  /** Asks a question. Rejects with an ordinary `Error` if it has no answer now. */
  async ask<T>(question: (api: Remote<RunApi>) => Promise<Result<T>>, signal?: AbortSignal): Promise<T> {
    const answer = await this.request(question, signal);
    if (answer.ok) return answer.value;
    throw new Error(answer.problems.map(({ message }) => message).join('\n'));
  }

  /** Sends a file, for a run that waits for it or a later change that names it. */
  addFile(file: FileData): void {
    this.send((api) => api.addFile(file));
  }

  /** Plays the run at the set speed. */
  play(): void {
    this.send((api) => api.play());
  }

  /** Pauses the run at the present time. */
  pause(): void {
    this.send((api) => api.pause());
  }

  /** Advances to the next event of a kind or by 100 ms. */
  step(what: StepTo | '100ms'): void {
    this.send((api) => api.step(what));
  }

  /** Fast-forwards or goes back to a time, seconds. */
  seek(t_s: number): void {
    this.send((api) => api.seek(t_s));
  }

  /** Sets the speed of present and later runs. */
  setSpeed(speed: Speed): void {
    this.send((api) => api.setSpeed(speed));
  }

  /** Watches flows, given by number. */
  watch(flows: number[]): void {
    this.send((api) => api.watch(flows));
  }

  /** Sets the interval and content of frames. */
  setView(view: View): void {
    this.send((api) => api.setView(view));
  }

  /** Requests one frame; `recycle` is memory of an earlier frame. */
  requestFrame(recycle: ArrayBuffer | undefined): void {
    this.frameOwed = true;
    this.send((api) => api.requestFrame(recycle && transfer(recycle, [recycle])));
  }

  private async request<T>(ask: (api: Remote<RunApi>) => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (!this.thread) throw new EngineFailure(CLIENT.notRunning);
    this.waiting += 1;
    return this.thread.call(ask, signal).finally(() => (this.waiting -= 1));
  }

  /** Makes a call without an answer. If it fails, so does the thread. */
  private send(call: (api: Remote<RunApi>) => Promise<void>): void {
    this.thread?.call(call).catch(() => undefined);
  }

  private receive(report: Report): void {
    switch (report.type) {
      case 'ready':
        this.ready = true;
        return this.events.onReady(report);
      case 'layout':
        return this.events.onLayout(report);
      case 'step_done':
        return this.events.onStep(report);
      case 'warnings':
        return this.events.onWarnings(report);
      case 'files':
        return this.events.onFiles(report);
      case 'state':
        this.note(report);
        return this.events.onState(report);
      case 'frame':
        this.frameOwed = false;
        this.note(report);
        return this.events.onFrame(report);
      case 'failed':
        this.fail(report.message, report.t_s);
    }
  }

  private note({ t_s, playing }: { t_s: number; playing: boolean }): void {
    this.t_s = t_s;
    this.playing = playing;
  }

  private fail(message: string, t_s: number): void {
    this.stop(message);
    this.events.onFailed(message, t_s);
  }

  private stop(why: string): void {
    this.thread?.end(why);
    this.thread = null;
    this.ready = false;
    this.playing = false;
    this.frameOwed = false;
    this.t_s = 0;
  }
}

/** Creates the worker; Vite bundles its script from this expression. */
export function spawnWorker(): WorkerLike {
  return withEngine(
    new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'bufferlab' }),
  );
}
