/**
 * The visible data of a chart as a table, for the page and as CSV.
 *
 * The table has one row per column of the frame, with the interval of the column. A band gives two variables, its minimum
 * and maximum, and a level gives its mean too. Headers contain units, values are in base units. States are names.
 */
import { delaysOf, exceedingShare, type Frame } from '../engine/protocol';
import type { Chart, Trace } from './chart';
import { columnsOf, type Columns } from '../samples/columns';
import { csvText } from '../sweep/csv';
import { TABLE } from './lazyStrings';
import { delayTrace, distributionOf } from './picture';
import { stateColumns } from './states';

/** Table with the visible data of a chart. */
export interface Table {
  /** Names with units: `r0 queue packets, min`. */
  headers: string[];
  /** Headers of the CSV file: `r0_queue_packets_min`. */
  names: string[];
  /** Numbers by row; NaN for no value. */
  rows: number[][];
  /** For each column, the names of its numbers, or null for quantities. */
  words: (readonly string[] | null)[];
}

/** Table without rows and columns. */
export const EMPTY_TABLE: Table = { headers: [], names: [], rows: [], words: [] };

/** Number of rows per page. */
export const PAGE_ROWS = 200;

/** Returns the visible traces of a chart as a table, without rows in which no trace has a value. */
export function tableOf(chart: Chart, frame: Frame | null, hidden: ReadonlySet<string>): Table {
  const table: Table = {
    headers: [TABLE.from, TABLE.to],
    names: ['from_s', 'to_s'],
    rows: [],
    words: [null, null],
  };
  if (!frame) return table;
  const arrays: Float32Array[] = [];
  for (const trace of chart.traces) {
    const columns = hidden.has(trace.id) ? null : columnsOf(frame, trace.id);
    if (!columns) continue;
    for (const [part, values] of partsOf(columns)) {
      arrays.push(values);
      table.names.push(identifier(trace, part));
      table.headers.push(header(trace, part));
      table.words.push(null);
    }
  }
  for (const row of chart.states?.rows ?? []) {
    const columns = hidden.has(row.window.id) ? null : stateColumns(row, frame);
    if (!columns || !chart.states) continue;
    arrays.push(columns.states.map((state, i) => (Number.isNaN(columns.windows[i]) ? NaN : state)));
    table.names.push(`flow_${row.flow}_state`);
    table.headers.push(TABLE.stateOf(row.label));
    table.words.push(chart.states.names);
  }
  const wide_s = (frame.t1_s - frame.t0_s) / frame.columns;
  for (let i = 0; i < frame.columns; i++) {
    const values = arrays.map((array) => array[i] as number);
    if (values.every(Number.isNaN)) continue;
    const from_s = frame.t0_s + i * wide_s;
    table.rows.push([from_s, from_s + wide_s, ...values]);
  }
  return table;
}

/** Table of the distributions beside a chart: the delays that shares of the packets exceed. */
export interface DistributionTable {
  /** Visible groups, by label. */
  groups: string[];
  /** A share of the packets, 0 to 1, and the delay in seconds that it exceeds, per group; NaN for less than a packet. */
  rows: { share: number; delays_s: number[] }[];
}

/** Returns the distributions of the visible groups; null if the chart has none. */
export function distributionTable(
  chart: Chart,
  frame: Frame | null,
  hidden: ReadonlySet<string>,
): DistributionTable | null {
  if (!frame || chart.beside?.kind !== 'exceedance') return null;
  const shown = chart.beside.groups.flatMap((group) => {
    const trace = delayTrace(chart, group);
    const delays = distributionOf(frame, delaysOf(group));
    return trace && delays && !hidden.has(trace.id) ? [{ label: trace.label, delays }] : [];
  });
  return {
    groups: shown.map(({ label }) => label),
    rows: TABLE_SHARES.map((i) => ({
      share: exceedingShare(i),
      delays_s: shown.map(({ delays }) => delays[i] as number),
    })),
  };
}

/** Indexes of shares of about 50, 20, 10, 5, 2, 1, 0.5, 0.2 and 0.1 %. */
const TABLE_SHARES = [6, 14, 20, 26, 34, 40, 46, 54, 60];

type Part = 'min' | 'max' | 'mean' | null;

function partsOf({ lo, hi, mean }: Columns): [Part, Float32Array][] {
  if (lo === hi) return [[null, hi]];
  const band: [Part, Float32Array][] = [
    ['min', lo],
    ['max', hi],
  ];
  return mean === hi ? band : [...band, ['mean', mean]];
}

/** Returns a table as CSV with one header line; a cell without value is empty. */
export function csvOf({ names, rows, words }: Table): string {
  const cell = (value: number, i: number): unknown =>
    Number.isNaN(value) ? null : (words[i]?.[value] ?? Number(value.toPrecision(10)));
  return csvText([names, ...rows.map((row) => row.map(cell))]);
}

const UNIT_WORD = {
  packets: 'packets',
  B: 'bytes',
  'b/s': 'bps',
  s: 's',
  ratio: 'ratio',
  flows: 'flows',
  count: 'count',
  drops: 'packets',
  times: 'times',
} as const;

function identifier({ id, quantity }: Trace, part: Part): string {
  const [, ...rest] = id.split('.');
  const name = rest.join('_');
  const unit = UNIT_WORD[quantity];
  const unitOnce = name.endsWith(`_${unit}`) ? '' : `_${unit}`;
  const owner = id.startsWith('flow.') ? 'flow_' : '';
  return `${owner}${name}${unitOnce}${part ? `_${part}` : ''}`;
}

function header({ label, quantity }: Trace, part: Part): string {
  return `${label}, ${UNIT_WORD[quantity] === 'bps' ? 'b/s' : UNIT_WORD[quantity]}${part ? ` (${part})` : ''}`;
}
