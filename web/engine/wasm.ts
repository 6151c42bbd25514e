/**
 * The engine as the worker sees it: typed, JSON parsed, refusals told apart from failures.
 *
 * `RawModule` is what wasm-bindgen generates; only this file knows that texts go in and out. A thing
 * that the engine does not accept is thrown as `Refusal`; any other error means that the engine is broken.
 */
import type { Edit, Patch, Problem, Scenario, Warning } from '../scenario/types';
import type { Catalog, Preset } from './catalog';
import type { Checked, FileData, TraceEvent, Layout, Moments, StepTo, FileRequest } from './protocol';
import type { Snapshot } from './snapshots';
import type { Summary } from './summary';

/** The engine does not accept something; the run goes on as it was. */
export class Refusal extends Error {
  readonly problems: Problem[];

  constructor(problems: Problem[]) {
    super(problems.map(({ path, message }) => `${path}: ${message}`).join('\n'));
    this.problems = problems;
  }
}

/** One simulation, standing at some moment. */
export interface Simulation {
  free(): void;
  now_s(): number;
  duration_s(): number;
  ended(): boolean;
  /** Runs until `until_s` or for about `max_events`; true when `until_s` or the end was reached. */
  advance(until_s: number, max_events: number): boolean;
  /** What happened at the next of `what`; null where `most` events were not enough, or none is left. */
  step(what: StepTo, most: number): TraceEvent[] | null;
  /** Files that the document names, at its start or by an edit, and that the engine has not been given. */
  missing(): FileRequest[];
  /** Throws `Refusal`. */
  edit(set: Patch[]): { edit: Edit; scenario: Scenario; current: Scenario };
  /** The document: the scenario at time 0 with its edits. */
  scenario(): Scenario;
  /** The scenario as it stands: the edits up to now applied. */
  current(): Scenario;
  summary(): Summary;
  /** About the scenario as it stands, then about the run so far. */
  warnings(): Warning[];
  /** Flows that do not exist, or have no window, are passed over. */
  watch(flows: number[]): void;
  /** How many edits of the document have been made. */
  editsMade(): number;
  layout(): Layout;
  /** Values that `frame` writes for these series, given by their positions in the layout. */
  dataLength(series: Uint32Array, columns: number): number;
  frame(
    series: Uint32Array,
    t0_s: number,
    t1_s: number,
    columns: number,
    window_s: number,
    out: Float32Array,
  ): void;
  now(): Float64Array;
  /** Of these links, given by their positions in the layout. */
  histogram(links: Uint32Array): Float32Array;
  /** Of watched flows; null where there are too many to tell apart. */
  marks(t0_s: number, t1_s: number): Float64Array | null;
  /** Earlier marks are no longer kept, seconds. */
  marksFrom_s(): number;
  recorded(of: Moments, t_s: number, direction: 1 | -1): number | null;
  snapshot(): Snapshot;
  /** Whether all that leads to the snapshot is recorded, so that to go there leaves no gap. */
  remembers(snapshot: Snapshot): boolean;
  restore(snapshot: Snapshot): void;
}

export interface Engine {
  version(): string;
  catalog(): Catalog;
  presets(): Preset[];
  check(scenario: unknown): Checked;
  apply(scenario: unknown, set: Patch[]): Checked;
  /** What reading this text of a scenario loses. */
  lost(text: string): Warning[];
  /** Throws `Refusal`. */
  minimal(scenario: unknown): unknown;
  /** A file that simulations opened from now on, and edits made from now on, may name. */
  addFile(file: FileData): void;
  /** Throws `Refusal`. */
  open(scenario: unknown): Simulation;
}

/** The functions of `web/generated/bufferlab_wasm.js`, as its `.d.ts` declares them. */
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

export interface RawFiles {
  add(
    sha256: string,
    content: string,
    at_ps: BigUint64Array,
    amounts: Float64Array,
    length_ps: bigint,
    notes_json: string,
  ): void;
}

export interface RawLab<S extends Snapshot = Snapshot, F extends RawFiles = RawFiles> {
  free(): void;
  now_s(): number;
  duration_s(): number;
  ended(): boolean;
  advance(until_s: number, max_events: number): boolean;
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
  now_values(): Float64Array;
  histogram_of(links: Uint32Array): Float32Array;
  marks(t0_s: number, t1_s: number): Float64Array | undefined;
  marks_from_s(): number;
  recorded(what: string, t_s: number, dir: number): number | undefined;
  snapshot(): S;
  remembers(snapshot: S): boolean;
  restore(snapshot: S): void;
}

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
    addFile: ({ sha256, content, at_ps, amounts, length_ps, notes }) =>
      files.add(sha256, content, at_ps, amounts, length_ps, JSON.stringify(notes)),
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
    step: (what, most) => JSON.parse(lab.step(what, most) ?? 'null') as TraceEvent[] | null,
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
    now: () => lab.now_values(),
    histogram: (links) => lab.histogram_of(links),
    marks: (t0_s, t1_s) => lab.marks(t0_s, t1_s) ?? null,
    marksFrom_s: () => lab.marks_from_s(),
    recorded: (of, t_s, direction) => lab.recorded(of, t_s, direction) ?? null,
    snapshot: () => lab.snapshot(),
    remembers: (snapshot) => lab.remembers(snapshot as S),
    // Only snapshots of this simulation ever reach it: the run keeps them.
    restore: (snapshot) => lab.restore(snapshot as S),
  };
}

/** JSON of anything; `undefined` becomes `null`, which the engine refuses with a message. */
function text(value: unknown): string {
  return value === undefined ? 'null' : JSON.stringify(value);
}

/** Turns the engine's "these are the problems" into `Refusal`; everything else passes. */
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
