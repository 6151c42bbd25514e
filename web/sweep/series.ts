/**
 * Time series of a whole run as CSV, identical to that of `bufferlab run --csv`: one row per interval.
 *
 * The rows are written during a separate run, because the engine stores older samples at a lower resolution. A row covers
 * the interval that ends at its time; an empty cell has no sample. Columns added by an edit come last.
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

/** Contents of the file. */
export interface SeriesRequest {
  /** Interval of the rows, in ms. */
  interval_ms: number;
  /** Simulated time of the last row at the latest, in seconds. */
  until_s: number;
  /** Numbers of the flows whose windows are recorded. */
  watch: readonly number[];
  /** Ids of the series; null for all recorded ones. */
  series: readonly string[] | null;
}

type Recorded = Pick<
  Simulation,
  'advance' | 'dataLength' | 'duration_s' | 'editsMade' | 'frame' | 'layout' | 'watch'
>;

/** Writes the rows of a run while it advances. */
export class SeriesRows {
  private readonly run: Recorded;
  private readonly request: SeriesRequest;
  private readonly rows: number;
  private taken = 0;
  private readonly header: string[] = [];
  /** Rows so far, in pieces with equal numbers of columns. */
  private readonly pieces: { columns: number; text: string }[] = [];
  /** Positions of the requested series in the present layout, and the column of each value. */
  private positions = new Uint32Array();
  private places: number[] = [];
  private editsListed = -1;

  /** Begins with a `run` at time 0. */
  constructor(run: Recorded, request: SeriesRequest) {
    this.run = run;
    this.request = request;
    const until_s = Math.min(request.until_s, run.duration_s());
    // The small addition compensates rounding errors.
    this.rows = Math.min(MAX_ROWS, Math.floor((until_s * 1000) / request.interval_ms + 1e-6));
    run.watch([...request.watch]);
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
    return (rows * this.request.interval_ms) / 1000;
  }

  private takeRow(): void {
    const { run, request } = this;
    if (run.editsMade() !== this.editsListed) this.listColumns();
    const values = new Float32Array(run.dataLength(this.positions, 1));
    const to_s = this.time_s(this.taken + 1);
    run.frame(this.positions, this.time_s(this.taken), to_s, 1, request.interval_ms / 1000, values);
    const row = new Array<string>(this.header.length).fill('');
    this.places.forEach((place, i) => (row[place] = shortest(values[i] ?? NaN)));
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
    const positions: number[] = [];
    this.places = [];
    series.forEach(({ id, unit, shape }, position) => {
      if (requested && !requested.has(id)) return;
      positions.push(position);
      for (const part of NAMES.slice(0, PARTS[shape])) {
        const name = `${id}${PARTS[shape] > 1 ? ` ${part}` : ''}${unit === '' ? '' : ` [${unit}]`}`;
        const known = this.header.indexOf(name);
        this.places.push(known < 0 ? this.header.push(name) - 1 : known);
      }
    });
    this.positions = Uint32Array.from(positions);
    this.editsListed = this.run.editsMade();
  }
}

/** Names of the values of a series, in order. */
const NAMES = ['min', 'max', 'mean'];

/** Characters after which a new piece begins, because appending to a long text is slow. */
const PIECE = 1 << 20;

/** Returns the shortest decimal text that gives this float32 again; empty for NaN. */
export function shortest(value: number): string {
  if (Number.isNaN(value)) return '';
  if (Number.isInteger(value)) return String(value);
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}
