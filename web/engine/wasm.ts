/**
 * Typed interface of the engine, with parsed JSON.
 *
 * `RawModule` is the module that wasm-bindgen generates; only this file passes JSON texts to it. Input that the engine
 * does not accept is thrown as a `Refusal`; any other error means that the engine has failed.
 */
import type { Edit, Patch, Problem, Scenario, Warning } from '../scenario/types';
import type { Catalog, Preset } from './catalog';
import type { Checked, FileData, TraceEvent, Layout, Moments, StepTo, FileRequest } from './protocol';
import type { Snapshot } from './snapshots';
import type { Summary } from './summary';

/** Input that the engine does not accept; the run continues unchanged. */
export class Refusal extends Error {
  readonly problems: Problem[];

  constructor(problems: Problem[]) {
    super(problems.map(({ path, message }) => `${path}: ${message}`).join('\n'));
    this.problems = problems;
  }
}

/** One simulation at some simulated time. */
export interface Simulation {
  free(): void;
  now_s(): number;
  duration_s(): number;
  ended(): boolean;
  /**
   * Runs until `until_s` or for about `max_events`. Returns true if `until_s` or the end was reached. Senders may then be
   * ahead of the clock: requests that read flows, and edits and snapshots, move the time forward until none is.
   */
  advance(until_s: number, max_events: number): boolean;
  /** Moves the time forward until no sender is ahead of the clock and all events of the instant are processed. */
  settle(): void;
  /** Returns the events at the next event of kind `to`; null if it is not among the next `most` events. */
  step(to: StepTo, most: number): TraceEvent[] | null;
  /** Returns the files that the document or an edit names and the engine does not have. */
  missing(): FileRequest[];
  /** Edits the running simulation. Throws a `Refusal`. */
  edit(set: Patch[]): { edit: Edit; scenario: Scenario; current: Scenario };
  /** Returns the document: the scenario at time 0 with its edits. */
  scenario(): Scenario;
  /** Returns the scenario with the edits up to the present time applied. */
  current(): Scenario;
  summary(): Summary;
  /** Returns warnings about the present scenario, then about the run so far. */
  warnings(): Warning[];
  /** Watches flows; those that do not exist or have no window are ignored. */
  watch(flows: number[]): void;
  /** Returns the number of edits of the document made so far. */
  editsMade(): number;
  layout(): Layout;
  /** Returns the number of values that `frame` writes for these series, given by positions in the layout. */
  dataLength(series: Uint32Array, columns: number): number;
  frame(
    series: Uint32Array,
    t0_s: number,
    t1_s: number,
    columns: number,
    window_s: number,
    out: Float32Array,
  ): void;
  /** Begins to read the series over intervals. */
  beginIntervals(): void;
  /**
   * Returns the values of all series of the layout since the last call or since `beginIntervals`: each has its minimum, maximum
   * and mean, as far as its shape has them. Increases add up to the counters of the run.
   */
  endInterval(): Float64Array;
  now(): Float64Array;
  /** Returns the distributions of these links, given by positions in the layout. */
  histogram(links: Uint32Array): Float32Array;
  /** Returns the distributions of the delays of these groups, given by positions in the layout. */
  exceedance(groups: Uint32Array): Float32Array;
  /** Returns the marks of watched flows; null if there are too many. */
  marks(t0_s: number, t1_s: number): Float64Array | null;
  /** Returns the time of the earliest mark that is kept, seconds. */
  marksFrom_s(): number;
  recorded(of: Moments, t_s: number, direction: 1 | -1): number | null;
  snapshot(): Snapshot;
  /** Returns whether everything up to the snapshot is recorded, so that restoring it leaves no gap. */
  remembers(snapshot: Snapshot): boolean;
  restore(snapshot: Snapshot): void;
}

/** Functions of the engine. */
export interface Engine {
  version(): string;
  catalog(): Catalog;
  presets(): Preset[];
  check(scenario: unknown): Checked;
  apply(scenario: unknown, set: Patch[]): Checked;
  /** Returns warnings about parts of a scenario's text that have no effect. */
  lost(text: string): Warning[];
  /** Returns a scenario without values that equal a default. Throws a `Refusal`. */
  minimal(scenario: unknown): unknown;
  /** Adds a file for later simulations and edits. */
  addFile(file: FileData): void;
  /** Opens a scenario at time 0. Throws a `Refusal`. */
  open(scenario: unknown): Simulation;
}

/** Functions of `web/generated/bufferlab_wasm.js`, as declared in its `.d.ts`. */
export interface RawModule<S extends Snapshot = Snapshot, F extends RawFiles = RawFiles> {
  engine_version(): string;
  catalog_json(): string;
  presets_json(): string;
  check_json(scenario: string): string;
  apply_json(scenario: string, patches: string): string;
  minimal_json(scenario: string): string;
  text_warnings_json(scenario: string): string;
  Files: new () => F;
  Lab: { with_files(scenario: string, files: F): RawLab<S, F> };
}

/** Files of the generated module. */
export interface RawFiles {
  add(
    sha256: string,
    content: string,
    columns: string,
    at_ps: BigUint64Array,
    amounts: Float64Array,
    length_ps: bigint,
    notes_json: string,
  ): void;
}

/** Simulation of the generated module. */
export interface RawLab<S extends Snapshot = Snapshot, F extends RawFiles = RawFiles> {
  free(): void;
  now_s(): number;
  duration_s(): number;
  ended(): boolean;
  advance(until_s: number, max_events: number): boolean;
  settle(): void;
  step(what: string, most: number): string | undefined;
  missing_json(): string;
  know(files: F): void;
  edit(patches: string): string;
  scenario_json(): string;
  current_json(): string;
  summary_json(): string;
  warnings_json(): string;
  watch(flows: Uint32Array): void;
  edits_made(): number;
  layout_json(): string;
  data_length_of(series: Uint32Array, columns: number): number;
  frame_of(
    series: Uint32Array,
    t0_s: number,
    t1_s: number,
    columns: number,
    window_s: number,
    out: Float32Array,
  ): void;
  begin_intervals(): void;
  end_interval(): Float64Array;
  now_values(): Float64Array;
  histogram_of(links: Uint32Array): Float32Array;
  exceedance_of(groups: Uint32Array): Float32Array;
  marks(t0_s: number, t1_s: number): Float64Array | undefined;
  marks_from_s(): number;
  recorded(what: string, t_s: number, dir: number): number | undefined;
  snapshot(): S;
  remembers(snapshot: S): boolean;
  restore(snapshot: S): void;
}

/** Returns the engine of a generated module. */
export function engineFromModule<S extends Snapshot, F extends RawFiles>(raw: RawModule<S, F>): Engine {
  const files = new raw.Files();
  return {
    version: () => raw.engine_version(),
    catalog: () => JSON.parse(raw.catalog_json()) as Catalog,
    presets: () => JSON.parse(raw.presets_json()) as Preset[],
    check: (scenario) => JSON.parse(raw.check_json(text(scenario))) as Checked,
    apply: (scenario, set) => JSON.parse(raw.apply_json(text(scenario), text(set))) as Checked,
    minimal: (scenario) => JSON.parse(refusing(() => raw.minimal_json(text(scenario)))) as unknown,
    lost: (scenario) => JSON.parse(raw.text_warnings_json(scenario)) as Warning[],
    addFile: ({ sha256, content, columns, at_ps, amounts, length_ps, notes }) =>
      files.add(sha256, content, columns, at_ps, amounts, length_ps, JSON.stringify(notes)),
    open: (scenario) =>
      simulationFromLab(
        refusing(() => raw.Lab.with_files(text(scenario), files)),
        files,
      ),
  };
}

function simulationFromLab<S extends Snapshot, F extends RawFiles>(lab: RawLab<S, F>, files: F): Simulation {
  return {
    free: () => lab.free(),
    now_s: () => lab.now_s(),
    duration_s: () => lab.duration_s(),
    ended: () => lab.ended(),
    advance: (until_s, max_events) => lab.advance(until_s, max_events),
    settle: () => lab.settle(),
    step: (to, most) => JSON.parse(lab.step(to, most) ?? 'null') as TraceEvent[] | null,
    missing: () => JSON.parse(lab.missing_json()) as FileRequest[],
    edit(set) {
      lab.know(files);
      return JSON.parse(refusing(() => lab.edit(text(set)))) as ReturnType<Simulation['edit']>;
    },
    scenario: () => JSON.parse(lab.scenario_json()) as Scenario,
    current: () => JSON.parse(lab.current_json()) as Scenario,
    summary: () => JSON.parse(lab.summary_json()) as Summary,
    warnings: () => JSON.parse(lab.warnings_json()) as Warning[],
    watch: (flows) => lab.watch(Uint32Array.from(flows)),
    editsMade: () => lab.edits_made(),
    layout: () => JSON.parse(lab.layout_json()) as Layout,
    dataLength: (series, columns) => lab.data_length_of(series, columns),
    frame: (series, t0_s, t1_s, columns, window_s, out) =>
      lab.frame_of(series, t0_s, t1_s, columns, window_s, out),
    beginIntervals: () => lab.begin_intervals(),
    endInterval: () => lab.end_interval(),
    now: () => lab.now_values(),
    histogram: (links) => lab.histogram_of(links),
    exceedance: (groups) => lab.exceedance_of(groups),
    marks: (t0_s, t1_s) => lab.marks(t0_s, t1_s) ?? null,
    marksFrom_s: () => lab.marks_from_s(),
    recorded: (of, t_s, direction) => lab.recorded(of, t_s, direction) ?? null,
    snapshot: () => lab.snapshot(),
    remembers: (snapshot) => lab.remembers(snapshot as S),
    // The run restores only snapshots of this simulation.
    restore: (snapshot) => lab.restore(snapshot as S),
  };
}

/** Returns JSON; `undefined` becomes `null`, which the engine refuses with a message. */
function text(value: unknown): string {
  return value === undefined ? 'null' : JSON.stringify(value);
}

/** Throws the engine's problems as a `Refusal`, and other errors unchanged. */
function refusing<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    const problems = problemsOf(error);
    throw problems ? new Refusal(problems) : error;
  }
}

function problemsOf(error: unknown): Problem[] | null {
  const message = error instanceof Error ? error.message : typeof error === 'string' ? error : '';
  if (!message.startsWith('[')) return null;
  try {
    const problems: unknown = JSON.parse(message);
    return Array.isArray(problems) && problems.every(isProblem) ? problems : null;
  } catch {
    return null;
  }
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'path' in value && 'message' in value;
}
