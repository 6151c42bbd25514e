/** One run of a scenario: class `Simulation`. */
import { INTERVALS_MS, MAX_ROWS, defaultInterval, SeriesRows } from '../../web/sweep/series';
import { PARTS } from '../../web/engine/protocol';
import type { Engine, Simulation as Run } from '../../web/engine/wasm';
import { segmentsOf, valueAt } from '../../web/scenario/path';
import type { Edit, Patch, Report, Scenario, SeriesInfo, Warning } from '../../web/types/engine';
import { loadEngine } from './engine';
import { decodeLink, linkOf } from './links';
import { BufferlabError, checkFields, checkJson, checkNumber, guarded, problem, shown } from './problem';
import { bytesOf, contentOf } from './snapshot';

/** A scenario as an object, the id of a preset, or a link of the lab. Missing fields of an object have their defaults. */
export type ScenarioInput = object | string;

/** Values by the paths of their fields, such as `{ 'bottlenecks.r0.queue.limit_packets': 50 }`. */
export type Changes = Readonly<Record<string, unknown>>;

/** Options of `Simulation.create`, which change the scenario before the run. */
export interface CreateOptions {
  /** Changes of fields, in this order. */
  set?: Changes;
  /** Random seed, a whole number. */
  seed?: number;
  /** Simulated time of the whole run, in seconds. */
  duration?: number;
  /** Warm-up that the measures leave out, in seconds. */
  warmup?: number;
  /** Numbers of the flows whose windows are recorded. Default: the first flow of each TCP group. */
  watch?: readonly number[];
}

/** Distance of `advance`: a time to reach instead of a time to add. */
export interface Advance {
  /** Simulated time to reach, in seconds; the end of the run, if that is earlier. */
  until: number;
}

/** Options of the method `rows`. */
export interface RowsOptions {
  /** Numbers of the flows whose windows get columns. Default: the flows that the run records. */
  watch?: readonly number[];
  /** Ids of the series that get columns. Default: all. */
  series?: readonly string[];
}

/** Rows of a run, equal to the file of `bufferlab run --csv`. */
export interface Table {
  /** Names of the columns with their units; the first is `time [s]`. */
  columns: string[];
  /** Rows with a value per column; null where no value exists. */
  rows: (number | null)[][];
  /** The same rows as text (RFC 4180), with a header. */
  csv: string;
}

/** Options of the method `series`. */
export interface SeriesOptions {
  /** Begin of the interval, in seconds; 0 by default. */
  from?: number;
  /** End of the interval, in seconds; the present time by default. */
  to?: number;
  /** Number of columns into which the interval is divided, 1 to 4096; 1000 by default. */
  columns?: number;
  /** Time over which rates and ratios are averaged at least, in seconds; 0 by default, which is one column. */
  window?: number;
}

/** One recorded series, with a value per column; NaN where nothing was recorded. */
export interface Series {
  /** Unit of the values, as in the catalog. */
  unit: string;
  /** Values of series that have one per column: rates, ratios and counts. */
  value?: Float32Array;
  /** Smallest value in each column. */
  min?: Float32Array;
  /** Largest value in each column. */
  max?: Float32Array;
  /** Mean over each column; only series of queues have it. */
  mean?: Float32Array;
}

/** Opens a run of a complete scenario. */
let opened: (engine: Engine, document: unknown, watch: readonly number[] | null) => Simulation;

/**
 * A run of a scenario with its recording.
 *
 * It advances only in calls of `advance` and `run`, which block the thread; browsers should use it in a worker. Results depend
 * on the scenario with its seed and its edits, not on the number of calls. It holds memory of the engine until `free`.
 */
export class Simulation {
  readonly #engine: Engine;
  readonly #watch: readonly number[] | null;
  #run: Run | null;

  private constructor(engine: Engine, run: Run, watch: readonly number[] | null) {
    this.#engine = engine;
    this.#run = run;
    this.#watch = watch;
    if (watch !== null) run.watch([...watch]);
  }

  /**
   * Creates a run at time 0.
   *
   * @param scenario - scenario as an object, id of a preset, or link of the lab
   * @param options - changes of the scenario before the run
   * @throws BufferlabError with the path of each problem, if the scenario or an option is invalid
   *
   * @example
   * ```js
   * const simulation = await Simulation.create('anomaly', {
   *   set: { 'bottlenecks.r0.queue.limit_bytes': 11000 },
   *   duration: 20,
   *   warmup: 10,
   * });
   * ```
   */
  static async create(scenario: ScenarioInput, options: CreateOptions = {}): Promise<Simulation> {
    checkFields(options, 'options', ['set', 'seed', 'duration', 'warmup', 'watch']);
    const engine = await loadEngine();
    return guarded(() => {
      const document = documentOf(scenario, engine);
      const changed = engine.apply(document, patchesOf(options));
      if (!changed.ok) throw new BufferlabError(changed.problems);
      return opened(engine, changed.scenario, options.watch ?? null);
    });
  }

  /**
   * Creates the run of a snapshot, at the time of the snapshot. It repeats the run up to there.
   *
   * @param snapshot - bytes of `snapshot()`
   * @throws BufferlabError with the path `snapshot`, if the bytes are damaged or of another version of the engine
   */
  static async restore(snapshot: Uint8Array): Promise<Simulation> {
    const engine = await loadEngine();
    const { document, time_s, digest, watch } = contentOf(snapshot, engine.version());
    const simulation = guarded(() => opened(engine, document, watch));
    simulation.advance({ until: time_s });
    if (simulation.digest === digest) return simulation;
    simulation.free();
    throw problem('snapshot', 'does not have the digest of its own run; it was altered');
  }

  // `create` and `restore` are the public ways to the private constructor.
  static {
    opened = (engine, document, watch) => {
      const run = engine.open(document);
      try {
        refuseMissingFiles(run);
        if (watch !== null) checkWatch(watch, run);
        return new Simulation(engine, run, watch);
      } catch (error) {
        run.free();
        throw error;
      }
    };
  }

  /** Simulated time so far, in seconds. */
  get time(): number {
    return this.#call((run) => run.now_s());
  }

  /** Simulated time of the whole run, in seconds. */
  get duration(): number {
    return this.#call((run) => run.duration_s());
  }

  /** Whether the run has reached its end. */
  get ended(): boolean {
    return this.#call((run) => run.ended());
  }

  /** Hash of all events so far, 16 hexadecimal digits. Runs with the same digest are the same. */
  get digest(): string {
    return this.summary().digest;
  }

  /** Complete scenario at time 0, with the list of all edits. */
  get scenario(): Scenario {
    return this.#call((run) => run.scenario());
  }

  /** Complete scenario at the present time, with the edits up to there applied. */
  get current(): Scenario {
    return this.#call((run) => run.current());
  }

  /**
   * Advances the run, at most to its end.
   *
   * @param distance - seconds to add to the time, or a time to reach: `advance(0.5)`, `advance({ until: 30 })`
   * @returns the simulated time that was reached, in seconds
   * @throws BufferlabError if the distance is negative or no finite number, or if the run fails
   */
  advance(distance: number | Advance): number {
    let until_s: number;
    if (typeof distance === 'object') {
      checkFields(distance, 'distance', ['until']);
      checkNumber(distance.until, 'until', this.time, 's, the present time');
      until_s = distance.until;
    } else {
      checkNumber(distance, 'seconds', 0, 's');
      until_s = this.time + distance;
    }
    this.#advanceTo(until_s);
    return this.time;
  }

  /**
   * Advances the run to its end.
   *
   * @returns the summary of the whole run
   * @throws BufferlabError if the run fails, for example for lack of memory
   */
  run(): Report {
    this.#advanceTo(this.duration);
    return this.summary();
  }

  /**
   * Returns the measures of the run so far, as `bufferlab run --json` prints them.
   *
   * Names end with their units; ratios are from 0 to 1; null means that a measure does not apply. The catalog defines each
   * measure.
   */
  summary(): Report {
    return this.#call((run) => run.summary());
  }

  /**
   * Returns one measure of the summary.
   *
   * @param name - path in the summary, such as `bottlenecks.r0.utilization` or `groups.tcp.goodput_bps`
   * @returns the value; null if the measure does not apply
   * @throws BufferlabError with the path, if there is no such measure
   */
  measure(name: string): number | null {
    if (typeof name !== 'string') throw problem('name', `must be the path of a measure, got ${shown(name)}`);
    const summary = this.summary();
    const value = valueAt(summary, name);
    if (value === null || typeof value === 'number') return value;
    throw problem(name, `is no measure of this run; ${acceptedNames(summary, name)}`);
  }

  /** Returns warnings about the scenario and about the results so far. */
  warnings(): Warning[] {
    return this.#call((run) => run.warnings());
  }

  /** Returns the recorded series, by whose ids `series` and `rows` select them. */
  listSeries(): SeriesInfo[] {
    return this.#call((run) => run.layout().series);
  }

  /**
   * Returns recorded series, decimated to columns of equal length, as the charts of the lab show them.
   *
   * @param names - ids of series, such as `link.r0.queue_packets`; `listSeries` has all of them
   * @param options - interval and number of columns
   * @throws BufferlabError if a series does not exist or an option is invalid
   */
  series(
    names: string | readonly string[],
    options: SeriesOptions = {},
  ): { times: Float64Array; series: Record<string, Series> } {
    checkFields(options, 'options', ['from', 'to', 'columns', 'window']);
    const { from = 0, to = this.time, columns = 1000, window = 0 } = options;
    checkNumber(from, 'from', 0, 's');
    checkNumber(to, 'to', from, 's, the begin of the interval');
    checkNumber(window, 'window', 0, 's');
    if (!Number.isInteger(columns) || columns < 1 || columns > MOST_COLUMNS) {
      throw problem('columns', `must be a whole number from 1 to ${MOST_COLUMNS}, got ${shown(columns)}`);
    }
    const requested = typeof names === 'string' ? [names] : names;
    checkNames(requested, 'names');
    return this.#call((run) => {
      const known = run.layout().series;
      const positions = Uint32Array.from(requested, (name) => positionOf(name, known, 'names'));
      const values = new Float32Array(run.dataLength(positions, columns));
      run.frame(positions, from, to, columns, window, values);
      const step = (to - from) / columns;
      const times = Float64Array.from({ length: columns }, (_, i) => from + i * step);
      return {
        times,
        series: seriesOf(
          [...positions].map((i) => known[i]!),
          columns,
          values,
        ),
      };
    });
  }

  /**
   * Returns the rows of the run so far, equal to the file of `bufferlab run --csv`.
   *
   * A row covers the time since the row before; the last one ends with the present time. Quantities that vary in this time have
   * a minimum and a maximum, queues also a mean; rates and ratios are averages; increases add up to the counters of the run. The
   * method repeats the run to record it, with identical results.
   *
   * @param interval - simulated time per row in seconds, at least 1 ms. Default: a round time that gives at most 20,000 rows.
   * @param options - selection of columns
   * @throws BufferlabError if the interval is too short, or a flow or a series does not exist
   */
  rows(interval?: number, options: RowsOptions = {}): Table {
    checkFields(options, 'options', ['watch', 'series']);
    const { scenario, time } = this;
    const interval_ms =
      interval === undefined ? defaultInterval(this.duration) : intervalOf(interval, this.duration);
    const known = this.listSeries();
    return guarded(() => {
      const again = this.#engine.open(scenario);
      try {
        const watch = options.watch ?? this.#watch;
        if (watch !== null) checkWatch(watch, again);
        const series = options.series ?? null;
        if (series !== null) checkNames(series, 'series');
        const rows = new SeriesRows(again, { interval_ms, until_s: time, watch, series });
        // Series of groups that an edit adds exist only later, those of chosen flows only in this run.
        const all = [...known, ...again.layout().series];
        series?.forEach((name) => positionOf(name, all, 'series'));
        while (!rows.advance(SLICE_EVENTS));
        return tableOf(rows.text().join(''));
      } finally {
        again.free();
      }
    });
  }

  /**
   * Edits the scenario at the present time. The edit becomes part of the scenario, so that a link repeats it.
   *
   * @param path - path of a field or of an item of a list, such as `bottlenecks.r0.queue.limit_packets`
   * @param value - new value; null removes an item of a list, and an object at a new id adds one
   * @returns the edit with its time
   * @throws BufferlabError with the path, if the field does not exist, cannot change during a run, or refuses the value; the run
   *   is then unchanged
   */
  edit(path: string, value: unknown): Edit;
  /**
   * Edits several fields at the present time; all of them, or none after an error.
   *
   * @param changes - values by the paths of their fields, in this order
   */
  edit(changes: Changes): Edit;
  edit(pathOrChanges: string | Changes, value?: unknown): Edit {
    const changes = typeof pathOrChanges === 'string' ? { [pathOrChanges]: value } : pathOrChanges;
    const patches = patchesOfChanges(changes, 'changes');
    return this.#call((run) => {
      const before = namesFiles(patches) ? run.snapshot() : null;
      try {
        const { edit } = run.edit(patches);
        if (before !== null && run.missing().length > 0) {
          run.restore(before);
          refuseMissingFiles(run, patches);
        }
        return edit;
      } finally {
        before?.free();
      }
    });
  }

  /**
   * Returns the run so far as bytes, from which `Simulation.restore` continues equally, also on another computer.
   *
   * The bytes hold the scenario with its edits, the time and the digest, so that they are small. To restore them takes as long as
   * the run up to that time.
   */
  snapshot(): Uint8Array {
    return bytesOf({
      engine: this.#engine.version(),
      time_s: this.time,
      digest: this.digest,
      document: this.scenario,
      watch: this.#watch,
    });
  }

  /**
   * Returns the link of the run, the part of an address of the lab that begins with `#`. It has the edits, and the present time.
   *
   * @throws BufferlabError if the scenario is too big for a link
   */
  link(): string {
    return linkOf(
      guarded(() => this.#engine.minimal(this.scenario)),
      this.time,
    );
  }

  /** Frees the memory of the run. Later calls throw an error, except of `free`. */
  free(): void {
    this.#run?.free();
    this.#run = null;
  }

  /** Frees the run at the end of a block that declares it with `using`. */
  [Symbol.dispose](): void {
    this.free();
  }

  #advanceTo(until_s: number): void {
    this.#call((run) => {
      while (!run.advance(until_s, SLICE_EVENTS));
    });
  }

  #call<T>(call: (run: Run) => T): T {
    const run = this.#run;
    if (run === null) throw problem('simulation', 'was freed; create another one');
    return guarded(() => call(run));
  }
}

/** Events between two returns of the engine. */
const SLICE_EVENTS = 1_000_000;

/** Largest number of columns of `series`, as of the charts. */
const MOST_COLUMNS = 4096;

function documentOf(input: ScenarioInput, engine: Engine): unknown {
  if (typeof input === 'string') return documentOfText(input, engine);
  if (typeof input !== 'object' || (input as unknown) === null) {
    throw problem('scenario', `must be an object, the id of a preset or a link, got ${shown(input)}`);
  }
  checkJson(input, '');
  return input;
}

function documentOfText(text: string, engine: Engine): unknown {
  const presets = engine.presets();
  const preset = presets.find(({ id }) => id === text);
  if (preset) return preset.scenario;
  if (!/[#.:]/.test(text)) {
    const ids = presets.map(({ id }) => id).join(', ');
    throw problem('scenario', `there is no preset ${shown(text)}, and this is no link; presets: ${ids}`);
  }
  const link = decodeLink(text);
  if (link.kind === 'scenario') return link.scenario;
  throw problem('scenario', 'is a study of many runs; a single run takes a scenario');
}

function patchesOf({ set = {}, seed, duration, warmup }: CreateOptions): Patch[] {
  const named = { seed, duration_s: duration, warmup_s: warmup };
  const given = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
  return [...patchesOfChanges(set, 'set'), ...patchesOfChanges(given, 'options')];
}

function patchesOfChanges(changes: Changes, name: string): Patch[] {
  const isPlain = typeof changes === 'object' && (changes as unknown) !== null && !isList(changes);
  if (!isPlain || changes instanceof Map) {
    throw problem(name, `must be an object of values by their paths, got ${shown(changes)}`);
  }
  return Object.entries(changes).map(([path, value]) => {
    checkJson(value, path);
    if (value === undefined) throw problem(path, 'must have a value; null stands for none');
    return { path, value };
  });
}

function flowCount(run: Run): number {
  return run.layout().groups.reduce((most, { first_flow, count }) => Math.max(most, first_flow + count), 0);
}

/** Largest number of flows that are recorded, as in the engine. */
const MOST_WATCHED = 16;

function checkWatch(flows: readonly number[], run: Run): void {
  if (!isList(flows)) throw problem('watch', `must be a list of numbers of flows, got ${shown(flows)}`);
  if (flows.length > MOST_WATCHED)
    throw problem('watch', `takes at most ${MOST_WATCHED} flows, got ${flows.length}`);
  const count = flowCount(run);
  const wrong = flows.find((flow) => !Number.isInteger(flow) || flow < 0 || flow >= count);
  if (wrong === undefined) return;
  const accepted = count === 0 ? 'there are no flows' : `the numbers of all flows are 0 to ${count - 1}`;
  throw problem('watch', `flow ${shown(wrong)} does not exist; ${accepted}`);
}

function isList(value: unknown): boolean {
  return Array.isArray(value);
}

function checkNames(names: readonly string[], path: string): void {
  if (!isList(names)) throw problem(path, `must be a list of ids of series, got ${shown(names)}`);
}

function namesFiles(patches: readonly Patch[]): boolean {
  return JSON.stringify(patches).includes('"sha256"');
}

function refuseMissingFiles(run: Run, patches: readonly Patch[] = []): void {
  const [file] = run.missing();
  if (file === undefined && patches.length === 0) return;
  const name = file === undefined ? (patches[0]?.path ?? '') : file.name;
  throw problem(
    name,
    'is a trace file, which this package does not read; the program does: bufferlab run --trace FILE',
  );
}

function positionOf(name: string, known: readonly SeriesInfo[], path: string): number {
  const position = known.findIndex(({ id }) => id === name);
  if (position >= 0) return position;
  const ids = known.map(({ id }) => id);
  const some =
    ids.length > 40 ? `${ids.slice(0, 40).join(', ')} and ${ids.length - 40} more` : ids.join(', ');
  throw problem(path, `there is no series ${shown(name)}; the series are ${some}`);
}

function seriesOf(
  infos: readonly SeriesInfo[],
  columns: number,
  values: Float32Array,
): Record<string, Series> {
  const all: Record<string, Series> = {};
  let at = 0;
  for (const { id, unit, shape } of infos) {
    const parts =
      shape === 'line' ? (['value'] as const) : (['min', 'max', 'mean'] as const).slice(0, PARTS[shape]);
    const series: Series = { unit };
    for (const part of parts) {
      series[part] = values.slice(at, at + columns);
      at += columns;
    }
    all[id] = series;
  }
  return all;
}

function intervalOf(interval_s: number, duration_s: number): number {
  checkNumber(interval_s, 'interval', 0, 's');
  const interval_ms = Math.round(interval_s * 1000);
  const least_ms = Math.max(INTERVALS_MS[0] ?? 1, Math.ceil((duration_s * 1000) / MAX_ROWS));
  if (interval_ms >= least_ms) return interval_ms;
  throw problem(
    'interval',
    `must be at least ${least_ms / 1000} s in a run of ${duration_s} s, got ${interval_s}`,
  );
}

function tableOf(csv: string): Table {
  const [header = '', ...lines] = csv.trimEnd().split('\n');
  const rows = lines.map((line) => line.split(',').map((cell) => (cell === '' ? null : Number(cell))));
  return { columns: header.split(','), rows, csv };
}

/** Returns a sentence about the names that exist where a path leads nowhere. */
function acceptedNames(summary: Report, path: string): string {
  const segments = segmentsOf(path);
  let at = '';
  for (const segment of segments) {
    const next = at === '' ? segment : `${at}.${segment}`;
    if (valueAt(summary, next) === undefined) break;
    at = next;
  }
  const owner = valueAt(summary, at);
  const names = Array.isArray(owner)
    ? owner.map((item: { id?: string }, i) => item.id ?? String(i))
    : Object.keys(typeof owner === 'object' && owner !== null ? owner : {});
  const where = at === '' ? 'the summary' : at;
  return names.length === 0 ? `${where} has no parts` : `the names in ${where} are ${names.join(', ')}`;
}
