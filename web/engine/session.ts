/**
 * Session of the worker: executes the page's commands, advances the run between them, and sends frames.
 *
 * It is independent of WebAssembly and threads: the engine, the clock, and the functions that post messages and wake the
 * session are passed in, so that tests control them. Any error other than a `Refusal` means that the engine has failed:
 * it is reported once as `failed`, and no further command is executed.
 */
import type { Problem } from '../scenario/types';
import { breakdown } from './breakdown';
import { BufferPool } from './buffers';
import { sparseCounts } from './counts';
import { followed, type Interval } from './interval';
import type {
  Checked,
  Command,
  ColumnsRequest,
  Frame,
  Layout,
  Overall,
  Question,
  Report,
  Speed,
  View,
} from './protocol';
import { Run } from './run';
import { frameContent, type FrameContent } from './frameContent';
import { WORKER } from './strings';
import { Refusal, type Engine, type Simulation } from './wasm';

/** Environment of a session. */
export interface SessionEnvironment {
  engine: Engine;
  /** Memory of the engine, if it runs in WebAssembly. */
  memory?: WebAssembly.Memory;
  /** Returns the wall time, milliseconds. */
  clock_ms: () => number;
  post: (report: Report, transfer?: Transferable[]) => void;
  /** Requests a call of `turn` in `delay_ms`; with 0, after the messages that wait now. */
  wake: (delay_ms: number) => void;
}

type Open = Extract<Command, { type: 'open' }>;
type FileCommand = Extract<Command, { type: 'file' }>;
type EditCommand = Extract<Command, { type: 'edit' }>;

/** Connects one engine with the page. */
export class EngineSession {
  private readonly outside: SessionEnvironment;
  private readonly pool = new BufferPool();
  private run: Run | null = null;
  /** How the run starts when its missing files have arrived; null if no file is missing. */
  private waits: { until_s: number; play: boolean } | null = null;
  private speed: Speed = 1;
  private watched: number[] = [];
  /** Layout of the recorded series, as reported to the page. */
  private layout: Pick<Layout, 'series' | 'links'> = { series: [], links: [] };
  /** Number of edits made when the layout was last reported. */
  private editsReported = 0;
  private view: View = FIRST_VIEW;
  /** Content of frames for the present view and layout; null after either has changed. */
  private content: FrameContent | null = null;
  private frameRequested = false;
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

  /** Executes a command of the page. */
  receive(command: Command): void {
    this.guarded(() => {
      this.execute(command);
      this.sendFrame();
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
      this.reportEdits(run);
      this.reportArrival(run);
      this.checkWarnings(run);
      if (after.playing !== before.playing || after.seeking !== before.seeking || next === 'pause') {
        this.reportState(run);
      }
      this.sendFrame();
      if (next !== 'pause') this.wake(next === 'now' ? 0 : SOON_MS);
    });
  }

  private execute(command: Command): void {
    switch (command.type) {
      case 'open':
        this.open(command);
        return;
      case 'edit':
        this.edit(command);
        return;
      case 'file':
        this.takeFile(command);
        return;
      case 'speed':
        this.speed = command.speed;
        return this.run?.setSpeed(command.speed);
      case 'watch':
        this.watch(command.flows);
        return;
      case 'view':
        this.view = command.view;
        this.content = null;
        this.changed = true;
        return;
      case 'request_frame':
        if (command.recycle) this.pool.give(command.recycle);
        this.frameRequested = true;
        return;
      case 'ask':
        this.answer(command.id, command.question);
        return;
      case 'play':
      case 'pause':
      case 'step':
      case 'seek':
        if (this.run) this.move(this.run, command);
    }
  }

  private move(run: Run, command: Extract<Command, { type: 'play' | 'pause' | 'step' | 'seek' }>): void {
    if (this.waits) this.waits = waiting(this.waits, command);
    else if (command.type === 'play') run.play();
    else if (command.type === 'pause') run.pause();
    else if (command.type === 'step') run.step(command.what);
    else run.seek(command.t_s, false, () => this.reopened(run));
    this.reportEdits(run);
    this.reportArrival(run);
    this.reportState(run);
    this.wake(0);
  }

  private open({ run: number, scenario, until_s, play, watch }: Open): void {
    let simulation: Simulation;
    try {
      simulation = this.outside.engine.open(scenario);
    } catch (error) {
      this.outside.post({ type: 'refused', run: number, problems: problemsOf(error) });
      return;
    }
    this.run?.free();
    const run = new Run(number, simulation, this.speed, this.outside.clock_ms);
    this.run = run;
    if (watch) simulation.watch(watch);
    const warnings = simulation.warnings();
    this.warned = JSON.stringify(warnings);
    this.outside.post({
      type: 'opened',
      run: number,
      scenario: simulation.scenario(),
      current: simulation.current(),
      layout: this.takeLayout(simulation),
      warnings,
    });
    this.waits = null;
    if (this.lacksFiles(run)) this.waits = { until_s, play };
    else this.begin(run, until_s, play);
    this.reportState(run);
    this.wake(0);
  }

  private begin(run: Run, until_s: number, play: boolean): void {
    if (until_s > 0) run.seek(until_s, play, () => this.reopened(run));
    else if (play) run.play();
  }

  /** Returns whether files of the run are missing, and reports them to the page. */
  private lacksFiles({ number, simulation }: Run): boolean {
    const missing = simulation.missing();
    if (missing.length > 0 || this.waits) this.outside.post({ type: 'files', run: number, missing });
    return missing.length > 0;
  }

  private takeFile({ file }: FileCommand): void {
    this.outside.engine.addFile(file);
    const { run, waits } = this;
    if (!run || !waits) return;
    run.replace(this.reopened(run));
    this.reportLayout(run);
    this.reportWarnings(run);
    if (this.lacksFiles(run)) return;
    this.waits = null;
    this.begin(run, waits.until_s, waits.play);
    this.reportState(run);
    this.wake(0);
  }

  /** Opens the same document again at time 0, watching the same flows. */
  private reopened(run: Run): Simulation {
    const fresh = this.outside.engine.open(run.simulation.scenario());
    fresh.watch(this.watched);
    return fresh;
  }

  private edit({ run: number, id, set }: EditCommand): void {
    const { run } = this;
    if (run?.number !== number) {
      const problems = [{ path: '', message: WORKER.runEnded }];
      this.outside.post({ type: 'edit_refused', run: number, id, problems });
      return;
    }
    try {
      const edited = run.simulation.edit(set);
      run.documentChanged();
      const layout = this.takeLayout(run.simulation);
      this.outside.post({ type: 'edited', run: number, id, ...edited, layout });
      this.reportWarnings(run);
      this.wait(run);
    } catch (error) {
      this.outside.post({ type: 'edit_refused', run: number, id, problems: problemsOf(error) });
    }
  }

  /** Pauses or resumes the run after an edit that names a missing file or removes one. */
  private wait(run: Run): void {
    const before = this.waits;
    const { t_s: until_s, playing: play } = run.status();
    if (!this.lacksFiles(run)) {
      this.waits = null;
      if (before) this.begin(run, before.until_s, before.play);
    } else {
      this.waits = before ?? { until_s, play };
      run.pause();
    }
    if (before || this.waits) {
      this.reportState(run);
      this.wake(0);
    }
  }

  private watch(flows: number[]): void {
    const { run } = this;
    if (!run) return;
    run.simulation.watch(flows);
    this.reportLayout(run);
  }

  /** Reports the layout after the run passed an edit of its document, in either direction. */
  private reportEdits(run: Run): void {
    if (run.simulation.editsMade() !== this.editsReported) this.reportLayout(run);
  }

  private reportArrival(run: Run): void {
    const arrival = run.takeArrival();
    if (arrival) this.outside.post({ type: 'step_done', run: run.number, ...arrival });
  }

  private reportLayout({ number, simulation }: Run): void {
    const layout = this.takeLayout(simulation);
    this.outside.post({ type: 'layout', run: number, current: simulation.current(), layout });
  }

  /** Returns the present layout for a report. Positions in the previous layout become invalid. */
  private takeLayout(simulation: Simulation): Layout {
    const layout = simulation.layout();
    this.layout = layout;
    this.content = null;
    this.watched = layout.flows.map(({ flow }) => flow);
    this.editsReported = simulation.editsMade();
    this.changed = true;
    return layout;
  }

  /** Checks for warnings once in `WARNINGS_MS` while the run plays. */
  private checkWarnings(run: Run): void {
    const now_ms = this.outside.clock_ms();
    if (now_ms - this.checked_ms < WARNINGS_MS) return;
    this.checked_ms = now_ms;
    this.reportWarnings(run);
  }

  private reportWarnings({ number, simulation }: Run): void {
    const warnings = simulation.warnings();
    const text = JSON.stringify(warnings);
    if (text === this.warned) return;
    this.warned = text;
    this.outside.post({ type: 'warnings', run: number, warnings });
  }

  private answer(id: number, question: Question): void {
    try {
      this.outside.post({ type: 'answer', id, value: this.valueOf(question) });
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof Unanswerable)) throw error;
      this.outside.post({ type: 'answer', id, value: null, error: error.message });
    }
  }

  private valueOf(question: Question): unknown {
    const { engine } = this.outside;
    switch (question.what) {
      case 'check':
        return engine.check(question.scenario) satisfies Checked;
      case 'apply':
        return engine.apply(question.scenario, question.set) satisfies Checked;
      case 'minimal':
        return engine.minimal(question.scenario);
      case 'lost':
        return engine.lost(question.text);
      case 'summary':
        return this.present().simulation.summary();
      case 'recorded':
        return this.present().simulation.recorded(question.of, question.t_s, question.dir);
      case 'columns':
        return this.columnsOf(this.present().simulation, question);
    }
  }

  private columnsOf(
    simulation: Simulation,
    { series, t0_s, t1_s, columns }: ColumnsRequest,
  ): Float32Array | null {
    const places = series.map((id) => this.layout.series.findIndex((one) => one.id === id));
    if (places.includes(-1)) return null;
    const seriesAt = Uint32Array.from(places);
    const data = new Float32Array(simulation.dataLength(seriesAt, columns));
    simulation.frame(seriesAt, t0_s, t1_s, columns, (t1_s - t0_s) / columns, data);
    return data;
  }

  private present(): Run {
    if (!this.run) throw new Unanswerable(WORKER.noRun);
    return this.run;
  }

  /** Sends a frame if one was requested and anything has changed. */
  private sendFrame(): void {
    const { run } = this;
    if (!run || !this.frameRequested || !this.changed) return;
    this.frameRequested = false;
    this.changed = false;
    const frame = this.frame(run);
    const { data, now, histogram, counts, marks } = frame;
    const memory = [data, now, histogram, counts, marks].map(({ buffer }) => buffer as ArrayBuffer);
    this.outside.post(frame, memory);
  }

  private frame(run: Run): Frame {
    const { simulation } = run;
    const { follow_span_s, columns, window_s } = this.view;
    const status = run.status();
    const { t0_s, t1_s } = follow_span_s === null ? this.view : followed(status.t_s, follow_span_s);
    const content = (this.content ??= frameContent(this.layout, this.view));
    const { series, seriesAt, counted, countedAt, histograms, linksAt } = content;
    const data = this.pool.take(simulation.dataLength(seriesAt, columns));
    simulation.frame(seriesAt, t0_s, t1_s, columns, window_s, data);
    const dense = this.pool.take(simulation.dataLength(countedAt, columns));
    simulation.frame(countedAt, t0_s, t1_s, columns, window_s, dense);
    const counts = sparseCounts(dense, columns);
    this.pool.give(dense.buffer);
    const marks = simulation.marks(t0_s, t1_s);
    return {
      type: 'frame',
      run: run.number,
      ...status,
      speed: run.speed(),
      t0_s,
      t1_s,
      columns,
      series,
      data,
      now: simulation.now(),
      histograms,
      histogram: simulation.histogram(linksAt),
      counted,
      counts,
      marks: marks ?? new Float64Array(),
      crowded: marks === null,
      marks_from_s: simulation.marksFrom_s(),
      overall: this.overall(run, { t0_s, t1_s }, seriesAt),
    };
  }

  /** Returns the series over one interval; see `Overall`. */
  private overall({ simulation, warmup_s, paused }: Run, shown: Interval, seriesAt: Uint32Array): Overall {
    const now_s = simulation.now_s();
    const end_s = Math.min(shown.t1_s, now_s);
    const isMeasured = paused && end_s > warmup_s;
    const follows = this.view.follow_span_s !== null;
    const t0_s = !isMeasured ? shown.t0_s : follows ? warmup_s : Math.max(shown.t0_s, warmup_s);
    if (!(end_s > t0_s)) return { t0_s, t1_s: t0_s, data: new Float32Array() };
    const data = new Float32Array(simulation.dataLength(seriesAt, 1));
    simulation.frame(seriesAt, t0_s, end_s, 1, end_s - t0_s, data);
    return { t0_s, t1_s: end_s, data };
  }

  private reportState(run: Run): void {
    this.changed = true;
    this.reportWarnings(run);
    this.outside.post({ type: 'state', run: run.number, ...run.status() });
  }

  private wake(delay_ms: number): void {
    if (this.awake || this.broken) return;
    this.awake = true;
    this.outside.wake(delay_ms);
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

/** Returns how a waiting run starts, after another command. */
function waiting(
  { until_s, play }: { until_s: number; play: boolean },
  command: { type: 'play' | 'pause' | 'step' } | { type: 'seek'; t_s: number },
): { until_s: number; play: boolean } {
  if (command.type === 'seek') return { until_s: command.t_s, play: false };
  return { until_s, play: command.type === 'play' || (command.type === 'step' && play) };
}

/** View until the page sends one. */
const FIRST_VIEW: View = {
  t0_s: 0,
  t1_s: 20,
  follow_span_s: 20,
  columns: 800,
  window_s: 0.2,
  series: [],
  histograms: [],
  counts: [],
};

/** Time between two checks for warnings, ms. */
const WARNINGS_MS = 1000;

/** Time that a run waits when it is ahead of the clock, ms. */
const SOON_MS = 4;

/** A question that has no answer now. */
class Unanswerable extends Error {}

function problemsOf(error: unknown): Problem[] {
  if (error instanceof Refusal) return error.problems;
  throw error;
}
