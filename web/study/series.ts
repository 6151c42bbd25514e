/**
 * The time series of a whole run as comma-separated text: a row per interval, as `bufferlab run --csv` writes it.
 *
 * Rows are taken while a run of its own goes on, since what is read later has lost its detail (the engine
 * keeps the older past more coarsely). A row stands for the interval that ends at its time; an empty cell
 * means that there was nothing to record. Columns that an edit brings come last.
 */
import type { Layout } from '../engine/protocol';
import { PARTS } from '../engine/protocol';
import type { Simulation } from '../engine/wasm';

/** Most rows of a file: the program's limit. */
export const MAX_ROWS = 500_000;

/** Intervals to choose from, ms. The engine samples once per millisecond. */
export const INTERVALS_MS: readonly number[] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000, 100_000];

/** Those that make a file of no more rows than there may be. */
export function intervalsFor(until_s: number): readonly number[] {
  const fitting = INTERVALS_MS.filter((ms) => (until_s * 1000) / ms <= MAX_ROWS);
  return fitting.length > 0 ? fitting : INTERVALS_MS.slice(-1);
}

export interface SeriesRequest {
  interval_ms: number;
  /** Rows end here at the latest, seconds. */
  until_s: number;
  /** Flows whose windows are recorded. */
  watch: readonly number[];
  /** Ids of the series that are wanted; null: all that are recorded. */
  series: readonly string[] | null;
}

type Recorded = Pick<
  Simulation,
  'advance' | 'dataLength' | 'duration_s' | 'editsMade' | 'frame' | 'layout' | 'watch'
>;

export class SeriesRows {
  private readonly run: Recorded;
  private readonly request: SeriesRequest;
  private readonly rows: number;
  private taken = 0;
  private readonly header: string[] = [];
  /** Text so far: pieces of so many columns. */
  private readonly pieces: { columns: number; text: string }[] = [];
  /** Of the layout as it stands: positions of the wanted series, and where each value belongs in a row. */
  private positions = new Uint32Array();
  private places: number[] = [];
  private editsListed = -1;

  /** `run` stands at time 0. */
  constructor(run: Recorded, request: SeriesRequest) {
    this.run = run;
    this.request = request;
    const until_s = Math.min(request.until_s, run.duration_s());
    // A hair more, for what is a whole number of intervals but for rounding.
    this.rows = Math.min(MAX_ROWS, Math.floor((until_s * 1000) / request.interval_ms + 1e-6));
    run.watch([...request.watch]);
  }

  /** The share of rows that are taken, 0 to 1. */
  done(): number {
    return this.rows === 0 ? 1 : this.taken / this.rows;
  }

  /** Goes on for about so many events; true when all rows are taken. */
  advance(events: number): boolean {
    if (this.taken < this.rows && this.run.advance(this.time_s(this.taken + 1), events)) this.takeRow();
    return this.taken >= this.rows;
  }

  /** The rows so far under their header. */
  text(): string[] {
    if (this.editsListed < 0) this.listColumns();
    const whole = this.pieces.map(({ columns, text }) =>
      columns === this.header.length
        ? text
        : text.replaceAll('\n', `${','.repeat(this.header.length - columns)}\n`),
    );
    return [`${['time [s]', ...this.header].map(cell).join(',')}\n`, ...whole];
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
    const wanted = this.request.series && new Set(this.request.series);
    const positions: number[] = [];
    this.places = [];
    series.forEach(({ id, unit, shape }, position) => {
      if (wanted && !wanted.has(id)) return;
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

/** The values of a series, in their order. */
const NAMES = ['min', 'max', 'mean'];

/** Characters after which another piece of text begins: adding to a long one takes ever longer. */
const PIECE = 1 << 20;

/** The shortest decimal text that reads as this float32 again; empty where nothing was recorded. */
export function shortest(value: number): string {
  if (Number.isNaN(value)) return '';
  if (Number.isInteger(value)) return String(value);
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}

function cell(name: string): string {
  return /[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}
