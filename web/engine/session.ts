/**
 * The worker's desk: obeys the page's commands, lets the run go on between them, hands out frames.
 *
 * It knows neither wasm nor threads: the engine, the clock, the way to post and the way to be woken are
 * given, so that tests turn it by hand. An error that is no `Refusal` means that the engine is broken: it
 * is reported once as `failed`, and nothing is obeyed any more.
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
import { Refusal, type Engine, type Simulation } from './wasm';

export interface Surroundings {
  engine: Engine;
  /** The memory of the engine, if it is of WebAssembly. */
  memory?: WebAssembly.Memory;
  /** Wall time, milliseconds. */
  clock_ms: () => number;
  post: (report: Report, transfer?: Transferable[]) => void;
  /** Asks for a call of `turn` after the messages that wait now, or in `delay_ms`. */
  wake: (delay_ms: number) => void;
}

type Open = Extract<Command, { type: 'open' }>;
type FileCommand = Extract<Command, { type: 'file' }>;
type EditCommand = Extract<Command, { type: 'edit' }>;

export class EngineSession {
  private readonly outside: Surroundings;
  private readonly pool = new BufferPool();
  private run: Run | null = null;
  /** What the run does when the files are there that it waits for; null where it has all. */
  private waits: { until_s: number; play: boolean } | null = null;
  private speed: Speed = 1;
  private watched: number[] = [];
  /** What is recorded, as the page knows it too. */
  private layout: Pick<Layout, 'series' | 'links'> = { series: [], links: [] };
  /** How many edits of the document had been made when the layout was taken. */
  private editsReported = 0;
  private view: View = FIRST_VIEW;
  /** What of the layout the view needs; null while that is to be found out anew. */
  private wanted: FrameContent | null = null;
  private frameRequested = false;
  /** Something that a frame shows has changed since the last one. */
  private changed = false;
  /** The warnings that the page knows of the present run, as JSON. */
  private warned = '';
  /** When they were last looked for while the run went on, by the clock. */
  private looked_ms = -Infinity;
  private awake = false;
  private broken = false;
  /** Where the run stood when the engine last answered, seconds. */
  private lastT_s = 0;

  constructor(outside: Surroundings) {
    this.outside = outside;
  }

  /** Tells the page what the engine is and can do; call once, first. */
  start(): void {
    this.guarded(() => {
      const { engine, post } = this.outside;
      const [version, catalog, presets] = [engine.version(), engine.catalog(), engine.presets()];
      post({ type: 'ready', engine: version, catalog, presets });
    });
  }

  receive(command: Command): void {
    this.guarded(() => {
      this.obey(command);
      this.sendFrame();
    });
  }

  /** One slice of the run. */
  turn(): void {
    this.awake = false;
    this.guarded(() => {
      const { run } = this;
      if (!run || run.resting) return;
      const before = run.status();
      const next = run.slice();
      const after = run.status();
      this.lastT_s = after.t_s;
      if (after.t_s !== before.t_s) this.changed = true;
      this.reportEdits(run);
      this.reportArrival(run);
      this.lookForWarnings(run);
      if (after.playing !== before.playing || after.seeking !== before.seeking || next === 'rest') {
        this.reportState(run);
      }
      this.sendFrame();
      if (next !== 'rest') this.wake(next === 'now' ? 0 : SOON_MS);
    });
  }

  private obey(command: Command): void {
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
        this.wanted = null;
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
    else this.setOut(run, until_s, play);
    this.reportState(run);
    this.wake(0);
  }

  private setOut(run: Run, until_s: number, play: boolean): void {
    if (until_s > 0) run.seek(until_s, play, () => this.reopened(run));
    else if (play) run.play();
  }

  /** Whether the run is without files that it names; the page is lastStep which. */
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
    this.setOut(run, waits.until_s, waits.play);
    this.reportState(run);
    this.wake(0);
  }

  /** The same document again from time 0, watching the same flows. */
  private reopened(run: Run): Simulation {
    const fresh = this.outside.engine.open(run.simulation.scenario());
    fresh.watch(this.watched);
    return fresh;
  }

  private edit({ run: number, id, set }: EditCommand): void {
    const { run } = this;
    if (run?.number !== number) {
      const problems = [{ path: '', message: 'The run that this change was meant for has ended.' }];
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

  /** An edit may name a file that is not there, or be rid of one. */
  private wait(run: Run): void {
    const before = this.waits;
    const { t_s: until_s, playing: play } = run.status();
    if (!this.lacksFiles(run)) {
      this.waits = null;
      if (before) this.setOut(run, before.until_s, before.play);
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

  /** A run that passes an edit of its document, or goes back behind one, stands differently. */
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

  /** The layout as it stands now, to be lastStep; positions in the one before mean nothing any more. */
  private takeLayout(simulation: Simulation): Layout {
    const layout = simulation.layout();
    this.layout = layout;
    this.wanted = null;
    this.watched = layout.flows.map(({ flow }) => flow);
    this.editsReported = simulation.editsMade();
    this.changed = true;
    return layout;
  }

  /** While a run goes on, symptoms show; now and then is often enough. */
  private lookForWarnings(run: Run): void {
    const now_ms = this.outside.clock_ms();
    if (now_ms - this.looked_ms < WARNINGS_MS) return;
    this.looked_ms = now_ms;
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
    if (!this.run) throw new Unanswerable('There is no run yet.');
    return this.run;
  }

  /** Sends a frame if one is wanted and there is something new to show. */
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
    const wanted = (this.wanted ??= frameContent(this.layout, this.view));
    const { series, seriesAt, counted, countedAt, histograms, linksAt } = wanted;
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

  /** The series over what is shown, or while the run is stopped over what was measured; see `Overall`. */
  private overall({ simulation, warmup_s, resting }: Run, shown: Interval, seriesAt: Uint32Array): Overall {
    const now_s = simulation.now_s();
    const end_s = Math.min(shown.t1_s, now_s);
    const isMeasured = resting && end_s > warmup_s;
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

/** What was to be done with a run that waits, after another command. */
function waiting(
  { until_s, play }: { until_s: number; play: boolean },
  command: { type: 'play' | 'pause' | 'step' } | { type: 'seek'; t_s: number },
): { until_s: number; play: boolean } {
  if (command.type === 'seek') return { until_s: command.t_s, play: false };
  return { until_s, play: command.type === 'play' || (command.type === 'step' && play) };
}

/** Before the page has said what it shows. */
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

/** How often a run that goes on is looked at for warnings, ms. */
const WARNINGS_MS = 1000;

/** How long a run that is ahead of the clock rests, ms. */
const SOON_MS = 4;

class Unanswerable extends Error {}

function problemsOf(error: unknown): Problem[] {
  if (error instanceof Refusal) return error.problems;
  throw error;
}
