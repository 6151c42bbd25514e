/**
 * Time series of a whole run as CSV, identical to that of `bufferlab run --csv`: one row per interval.
 *
 * The rows are written during a separate run, because the engine stores older samples at a lower resolution. A row covers
 * the time since the row before, and the last one ends with the run or the requested time. Increases add up to the counters of
 * the run. An empty cell has no value. Columns added by an edit come last.
 */
import { csvCell } from './csv';
import type { Layout } from '../engine/protocol';
import { PARTS } from '../engine/protocol';
import type { Simulation } from '../engine/wasm';

/** Number of rows of a file, as in the program. */
export const MAX_ROWS = 500_000;

/** Possible intervals in ms. The engine samples once per millisecond. */
export const INTERVALS_MS: readonly number[] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000, 100_000];

/** Returns the intervals that give at most `MAX_ROWS` rows. */
export function intervalsFor(until_s: number): readonly number[] {
  const fitting = INTERVALS_MS.filter((ms) => (until_s * 1000) / ms <= MAX_ROWS);
  return fitting.length > 0 ? fitting : INTERVALS_MS.slice(-1);
}

/** Number of rows that the default interval of the program gives at most. */
const DEFAULT_ROWS = 20_000;

/** Returns the default interval of the program, in ms: the shortest of 1, 2, 5, 10, … that gives at most 20,000 rows. */
export function defaultInterval(duration_s: number): number {
  for (let power = 1; power < 1e9; power *= 10) {
    const fitting = [1, 2, 5].find((step) => (duration_s * 1000) / (step * power) <= DEFAULT_ROWS);
    if (fitting !== undefined) return fitting * power;
  }
  return 1e9;
}

/** Contents of the file. */
export interface SeriesRequest {
  /** Interval of the rows, in ms. */
  interval_ms: number;
  /** Simulated time of the last row at the latest, in seconds. */
  until_s: number;
  /** Numbers of the flows whose windows are recorded; null for the choice of the engine, the first flow of each group. */
  watch: readonly number[] | null;
  /** Ids of the series; null for all recorded ones. */
  series: readonly string[] | null;
}

type Recorded = Pick<
  Simulation,
  'advance' | 'beginIntervals' | 'duration_s' | 'editsMade' | 'endInterval' | 'layout' | 'watch'
>;

/** Writes the rows of a run while it advances. */
export class SeriesRows {
  private readonly run: Recorded;
  private readonly request: SeriesRequest;
  private readonly rows: number;
  private readonly until_s: number;
  private taken = 0;
  private readonly header: string[] = [];
  /** Rows so far, in pieces with equal numbers of columns. */
  private readonly pieces: { columns: number; text: string }[] = [];
  /** Column of each value of the present layout; -1 if its series was not requested. */
  private places: number[] = [];
  private editsListed = -1;

  /** Begins with a `run` at time 0. */
  constructor(run: Recorded, request: SeriesRequest) {
    this.run = run;
    this.request = request;
    this.until_s = Math.min(request.until_s, run.duration_s());
    // The small subtraction compensates rounding errors. The last row may be shorter.
    this.rows = Math.min(MAX_ROWS, Math.ceil((this.until_s * 1000) / request.interval_ms - 1e-6));
    if (request.watch !== null) run.watch([...request.watch]);
    run.beginIntervals();
  }

  /** Returns the completed share, 0 to 1. */
  done(): number {
    return this.rows === 0 ? 1 : this.taken / this.rows;
  }

  /** Advances by about this many events; returns true after the last row. */
  advance(events: number): boolean {
    if (this.taken < this.rows && this.run.advance(this.time_s(this.taken + 1), events)) this.takeRow();
    return this.taken >= this.rows;
  }

  /** Returns the header and the rows so far. */
  text(): string[] {
    if (this.editsListed < 0) this.listColumns();
    const whole = this.pieces.map(({ columns, text }) =>
      columns === this.header.length
        ? text
        : text.replaceAll('\n', `${','.repeat(this.header.length - columns)}\n`),
    );
    return [`${['time [s]', ...this.header].map(csvCell).join(',')}\n`, ...whole];
  }

  private time_s(rows: number): number {
    return Math.min((rows * this.request.interval_ms) / 1000, this.until_s);
  }

  private takeRow(): void {
    const { run } = this;
    if (run.editsMade() !== this.editsListed) this.listColumns();
    const values = run.endInterval();
    const to_s = this.time_s(this.taken + 1);
    const row = new Array<string>(this.header.length).fill('');
    this.places.forEach((place, i) => {
      if (place >= 0) row[place] = shortest(values[i] ?? NaN);
    });
    this.write(`${to_s},${row.join(',')}\n`);
    this.taken += 1;
  }

  private write(line: string): void {
    const columns = this.header.length;
    const last = this.pieces.at(-1);
    if (last?.columns === columns && last.text.length < PIECE) last.text += line;
    else this.pieces.push({ columns, text: line });
  }

  private listColumns(): void {
    const { series }: Pick<Layout, 'series'> = this.run.layout();
    const requested = this.request.series && new Set(this.request.series);
    this.places = [];
    series.forEach(({ id, unit, shape }) => {
      if (requested && !requested.has(id)) {
        this.places.push(...new Array<number>(PARTS[shape]).fill(-1));
        return;
      }
      for (const part of NAMES.slice(0, PARTS[shape])) {
        const name = `${id}${PARTS[shape] > 1 ? ` ${part}` : ''}${unit === '' ? '' : ` [${unit}]`}`;
        const known = this.header.indexOf(name);
        this.places.push(known < 0 ? this.header.push(name) - 1 : known);
      }
    });
    this.editsListed = this.run.editsMade();
  }
}

/** Names of the values of a series, in order. */
const NAMES = ['min', 'max', 'mean'];

/** Characters after which a new piece begins, because appending to a long text is slow. */
const PIECE = 1 << 20;

/**
 * Returns the shortest decimal text that gives this value again: of a value that is a float32, as minima, maxima and means are,
 * the text that gives the float32 again. Empty for NaN.
 */
export function shortest(value: number): string {
  if (Number.isNaN(value)) return '';
  if (Number.isInteger(value) || Math.fround(value) !== value) return String(value);
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}
