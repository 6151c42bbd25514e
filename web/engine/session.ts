/**
 * Session of the worker: executes the page's calls, advances the run between them, and sends frames.
 *
 * It is independent of WebAssembly and threads: the engine, the clock, and the functions that post reports and wake the
 * session are passed in, so that tests control them. Calls note what they change; `report` posts it later, so that the
 * page gets the answer first. Any error other than a `Refusal` means that the engine has failed: it is reported once as
 * `failed`, and no further call is executed.
 */
import type { Patch, Warning } from '../scenario/types';
import { breakdown } from './breakdown';
import { FrameWriter } from './frameWriter';
import type { Checked, ColumnsRequest, Edited, FileData, FileRequest, Layout } from './protocol';
import type { Moments, OpenOptions, Opened, Report, Result, RunApi } from './protocol';
import type { Speed, StepTo, View } from './protocol';
import { Run } from './run';
import { WORKER } from './strings';
import type { Summary } from './summary';
import { Refusal, type Engine, type Simulation } from './wasm';

/** Environment of a session. */
export interface SessionEnvironment {
  engine: Engine;
  /** Memory of the engine, if it runs in WebAssembly. */
  memory?: WebAssembly.Memory;
  /** Returns the wall time, milliseconds. */
  clock_ms: () => number;
  post: (report: Report, transfer?: Transferable[]) => void;
  /** Requests a call of `turn` in `delay_ms`; with 0, after the calls that wait now. */
  wake: (delay_ms: number) => void;
  /** Requests a call of `report`, after the answer of the present call. */
  reportSoon: () => void;
}

/** How a run starts when its missing files have arrived. */
type Start = Pick<OpenOptions, 'until_s' | 'play'>;

/** Connects one engine with the page. */
export class EngineSession implements RunApi {
  private readonly outside: SessionEnvironment;
  private readonly frames = new FrameWriter();
  private run: Run | null = null;
  /** How the run starts when its missing files have arrived; null if no file is missing. */
  private waits: Start | null = null;
  private speed: Speed = 1;
  private watched: number[] = [];
  /** Number of edits made when the layout was last reported. */
  private editsReported = 0;
  private frameRequested = false;
  /** Changes that are not reported yet. */
  private due: { layout?: boolean; files?: FileRequest[]; warnings?: boolean; state?: boolean } = {};
  /** Whether anything in a frame has changed since the last one. */
  private changed = false;
  /** Last reported warnings of the run, as JSON. */
  private warned = '';
  /** Wall time of the last check for warnings, ms. */
  private checked_ms = -Infinity;
  private awake = false;
  private broken = false;
  /** Simulated time at the last answer of the engine, seconds. */
  private lastT_s = 0;

  constructor(outside: SessionEnvironment) {
    this.outside = outside;
  }

  /** Reports the engine's version, catalog and presets to the page; called once, first. */
  start(): void {
    this.guarded(() => {
      const { engine, post } = this.outside;
      const [version, catalog, presets] = [engine.version(), engine.catalog(), engine.presets()];
      post({ type: 'ready', engine: version, catalog, presets });
    });
  }

  /** Runs one slice of the run. */
  turn(): void {
    this.awake = false;
    this.guarded(() => {
      const { run } = this;
      if (!run || run.paused) return;
      const before = run.status();
      const next = run.slice();
      const after = run.status();
      this.lastT_s = after.t_s;
      if (after.t_s !== before.t_s) this.changed = true;
      this.checkWarnings();
      if (after.playing !== before.playing || after.seeking !== before.seeking || next === 'pause') {
        this.stateChanged();
      }
      this.sendReports();
      if (next !== 'pause') this.wake(next === 'now' ? 0 : SOON_MS);
    });
  }

  /** Reports what calls have changed. */
  report(): void {
    this.guarded(() => this.sendReports());
  }

  open(run: number, scenario: unknown, { until_s, play, watch }: OpenOptions): Result<Opened> {
    return this.answer(() => {
      const simulation = this.outside.engine.open(scenario);
      this.run?.free();
      this.run = new Run(run, simulation, this.speed, this.outside.clock_ms);
      if (watch) simulation.watch(watch);
      const warnings = simulation.warnings();
      this.warned = JSON.stringify(warnings);
      this.due = {};
      const layout = this.takeLayout(simulation);
      this.waits = null;
      if (this.lacksFiles(this.run)) this.waits = { until_s, play };
      else this.begin(this.run, { until_s, play });
      this.stateChanged();
      this.wake(0);
      return { run, scenario: simulation.scenario(), current: simulation.current(), layout, warnings };
    });
  }

  edit(number: number, set: Patch[]): Result<Edited> {
    return this.answer(() => {
      const { run } = this;
      if (run?.number !== number) throw refusal(WORKER.runEnded);
      const edited = run.simulation.edit(set);
      run.documentChanged();
      const layout = this.takeLayout(run.simulation);
      this.due.warnings = true;
      this.wait(run);
      return { ...edited, layout };
    });
  }

  addFile(file: FileData): void {
    this.answer(() => {
      this.outside.engine.addFile(file);
      const { run, waits } = this;
      if (!run || !waits) return;
      run.replace(this.reopened(run));
      this.due = { ...this.due, layout: true, warnings: true };
      if (this.lacksFiles(run)) return;
      this.waits = null;
      this.begin(run, waits);
      this.stateChanged();
      this.wake(0);
    });
  }

  play(): void {
    this.move(
      (run) => run.play(),
      (waits) => ({ ...waits, play: true }),
    );
  }

  pause(): void {
    this.move(
      (run) => run.pause(),
      (waits) => ({ ...waits, play: false }),
    );
  }

  step(what: StepTo | '100ms'): void {
    this.move(
      (run) => run.step(what),
      (waits) => waits,
    );
  }

  seek(t_s: number): void {
    this.move(
      (run) => run.seek(t_s, false, () => this.reopened(run)),
      () => ({ until_s: t_s, play: false }),
    );
  }

  setSpeed(speed: Speed): void {
    this.answer(() => {
      this.speed = speed;
      this.run?.setSpeed(speed);
    });
  }

  watch(flows: number[]): void {
    this.answer(() => {
      this.run?.simulation.watch(flows);
      this.due.layout = true;
    });
  }

  setView(view: View): void {
    this.answer(() => {
      this.frames.setView(view);
      this.changed = true;
    });
  }

  requestFrame(recycle?: ArrayBuffer): void {
    this.answer(() => {
      if (recycle) this.frames.recycle(recycle);
      this.frameRequested = true;
    });
  }

  check(scenario: unknown): Result<Checked> {
    return this.answer(() => this.outside.engine.check(scenario));
  }

  apply(scenario: unknown, set: Patch[]): Result<Checked> {
    return this.answer(() => this.outside.engine.apply(scenario, set));
  }

  minimal(scenario: unknown): Result<unknown> {
    return this.answer(() => this.outside.engine.minimal(scenario));
  }

  lost(text: string): Result<Warning[]> {
    return this.answer(() => this.outside.engine.lost(text));
  }

  summary(): Result<Summary> {
    return this.answer(() => this.present().summary());
  }

  columns(request: ColumnsRequest): Result<Float32Array | null> {
    return this.answer(() => this.frames.columns(this.present(), request));
  }

  recorded(of: Moments, t_s: number, dir: 1 | -1): Result<number | null> {
    return this.answer(() => this.present().recorded(of, t_s, dir));
  }

  /** Moves the run in time, or changes how a run that waits for files will start. */
  private move(now: (run: Run) => void, later: (waits: Start) => Start): void {
    this.answer(() => {
      const { run } = this;
      if (!run) return;
      if (this.waits) this.waits = later(this.waits);
      else now(run);
      this.stateChanged();
      this.wake(0);
    });
  }

  private begin(run: Run, { until_s, play }: Start): void {
    if (until_s > 0) run.seek(until_s, play, () => this.reopened(run));
    else if (play) run.play();
  }

  /** Returns whether files of the run are missing, which are reported to the page. */
  private lacksFiles({ simulation }: Run): boolean {
    const missing = simulation.missing();
    if (missing.length > 0 || this.waits) this.due.files = missing;
    return missing.length > 0;
  }

  /** Opens the same document again at time 0, watching the same flows. */
  private reopened(run: Run): Simulation {
    const fresh = this.outside.engine.open(run.simulation.scenario());
    fresh.watch(this.watched);
    return fresh;
  }

  /** Pauses or resumes the run after an edit that names a missing file or removes one. */
  private wait(run: Run): void {
    const before = this.waits;
    const { t_s: until_s, playing: play } = run.status();
    if (!this.lacksFiles(run)) {
      this.waits = null;
      if (before) this.begin(run, before);
    } else {
      this.waits = before ?? { until_s, play };
      run.pause();
    }
    if (before || this.waits) {
      this.stateChanged();
      this.wake(0);
    }
  }

  /** Posts what has changed since the last report. */
  private sendReports(): void {
    const { run, due } = this;
    if (!run) return;
    this.due = {};
    const { number, simulation } = run;
    const { post } = this.outside;
    // The run may also have passed an edit of its document, in either direction.
    if (due.layout || simulation.editsMade() !== this.editsReported) {
      const layout = this.takeLayout(simulation);
      post({ type: 'layout', run: number, current: simulation.current(), layout });
    }
    if (due.files) post({ type: 'files', run: number, missing: due.files });
    const arrival = run.takeArrival();
    if (arrival) post({ type: 'step_done', run: number, ...arrival });
    if (due.warnings) this.reportWarnings(run);
    if (due.state) post({ type: 'state', run: number, ...run.status() });
    this.sendFrame(run);
  }

  /** Returns the present layout for a report. Positions in the previous layout become invalid. */
  private takeLayout(simulation: Simulation): Layout {
    const layout = simulation.layout();
    this.frames.setLayout(layout);
    this.watched = layout.flows.map(({ flow }) => flow);
    this.editsReported = simulation.editsMade();
    this.changed = true;
    return layout;
  }

  /** Checks for warnings once in `WARNINGS_MS` while the run plays. */
  private checkWarnings(): void {
    const now_ms = this.outside.clock_ms();
    if (now_ms - this.checked_ms < WARNINGS_MS) return;
    this.checked_ms = now_ms;
    this.due.warnings = true;
  }

  private reportWarnings({ number, simulation }: Run): void {
    const warnings = simulation.warnings();
    const text = JSON.stringify(warnings);
    if (text === this.warned) return;
    this.warned = text;
    this.outside.post({ type: 'warnings', run: number, warnings });
  }

  private present(): Simulation {
    if (!this.run) throw refusal(WORKER.noRun);
    return this.run.simulation;
  }

  /** Sends a frame if one was requested and anything has changed. */
  private sendFrame(run: Run): void {
    if (!this.frameRequested || !this.changed) return;
    this.frameRequested = false;
    this.changed = false;
    const frame = this.frames.frame(run);
    const { data, now, histogram, counts, marks } = frame;
    const memory = [data, now, histogram, counts, marks].map(({ buffer }) => buffer as ArrayBuffer);
    this.outside.post(frame, memory);
  }

  private stateChanged(): void {
    this.changed = true;
    this.due = { ...this.due, warnings: true, state: true };
  }

  private wake(delay_ms: number): void {
    if (this.awake || this.broken) return;
    this.awake = true;
    this.outside.wake(delay_ms);
  }

  /** Executes a call and reports soon what it has changed. The answer of a broken engine is never read. */
  private answer<T>(work: () => T): Result<T> {
    let answer: Result<T> = { ok: false, problems: [] };
    this.guarded(() => {
      this.outside.reportSoon();
      try {
        answer = { ok: true, value: work() };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        answer = { ok: false, problems: error.problems };
      }
    });
    return answer;
  }

  private guarded(work: () => void): void {
    if (this.broken) return;
    try {
      work();
    } catch (error) {
      this.broken = true;
      const message = breakdown(error, this.outside.memory);
      this.outside.post({ type: 'failed', run: this.run?.number ?? 0, t_s: this.lastT_s, message });
    }
  }
}

/** Time between two checks for warnings, ms. */
const WARNINGS_MS = 1000;

/** Time that a run waits when it is ahead of the clock, ms. */
const SOON_MS = 4;

function refusal(message: string): Refusal {
  return new Refusal([{ path: '', message }]);
}
