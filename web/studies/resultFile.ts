/**
 * Results in a file of a study: the table of runs (CSV) or the lines of JSON that the page saved.
 *
 * The lines are as the engine writes them, so that a study finds them by their keys. A table has only the measures, whose
 * numbers stay as they are written. Nothing in a file is trusted: each value is checked (`resultLine.ts`), and a wrong line is
 * left out with its number, the place of the value, and what is accepted.
 */
import { isRecord } from '../scenario/path';
import { MAX_DEPTH, parseObject } from '../url/json';
import { quoted } from '../url/quoted';
import { Refused } from '../url/untrusted';
import type { LineReaders } from './resultLine';
import { RESULTS } from './strings';

/** Results of a file. */
export interface FileResults {
  /** Lines of JSON, one per finished run. */
  lines: readonly string[];
  /** Number of runs that failed. */
  failed: number;
  /** Number of lines that are wrong. */
  wrong: number;
  /** Sentences about the first wrong lines. */
  problems: readonly string[];
}

/** Size of the largest file whose results are read, bytes. */
export const RESULT_BYTES = 64_000_000;

/** Number of wrong lines that are described. */
const DESCRIBED = 3;

/** Reads the results in the text of a file; no lines for a file without runs. */
export function resultsIn(text: string, readers: LineReaders): FileResults {
  const [head = ''] = /^\ufeff?(#[^\n]*(\n|$))*/.exec(text) ?? [];
  const body = text.slice(head.length);
  // The document of a study has no results.
  if (isStudy(body)) return { lines: [], failed: 0, wrong: 0, problems: [] };
  const first = linesOf(head) + 1;
  const rows = body.startsWith('{') ? rowsOfJson(body, first) : rowsOfTable(rowsOf(body, first));
  const lines: string[] = [];
  const problems: string[] = [];
  let [failed, wrong] = [0, 0];
  for (const row of rows) {
    const found = 'problem' in row ? row : checked(row, readers);
    if (found === null) failed += 1;
    else if (typeof found === 'string') lines.push(found);
    else {
      wrong += 1;
      if (problems.length < DESCRIBED) problems.push(found.problem);
    }
  }
  return { lines, failed, wrong, problems };
}

/** Returns the key of a line; null if it is not a finished run. */
export function keyOfLine(line: string): string | null {
  return /^\{"key":"([0-9a-f]{32})"/.exec(line)?.[1] ?? null;
}

/** A row of a file, as a value and as a line of JSON, or why it has no value. */
type Row = { line: number; value: Record<string, unknown>; text: string } | Problem;

/** A sentence about a wrong line. */
interface Problem {
  problem: string;
}

/** Returns the text of a finished run, null for one that failed, or the problem of a wrong line. */
function checked(
  { line, value, text }: Exclude<Row, Problem>,
  readers: LineReaders,
): string | Problem | null {
  try {
    if ('error' in value && !('summary' in value)) {
      readers.failed(value, '');
      return null;
    }
    readers.finished(value, '');
    return isAsWritten(text) ? text : rewritten(value);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { problem: RESULTS.problem(line, quoted(error.place, 200), error.accepted) };
  }
}

/** Whether a line has its fields as the engine writes them: key, point and seed before the summary. */
function isAsWritten(text: string): boolean {
  const head = parsed(`${text.slice(0, text.indexOf(',"summary":'))}}`);
  return isRecord(head) && Object.keys(head).join() === 'key,point,seed' && keyOfLine(text) !== null;
}

/** Writes a line that another program has written in another form. The study gives its point. */
function rewritten({ key, seed, summary }: Record<string, unknown>): string {
  return JSON.stringify({ key, point: {}, seed, summary });
}

function* rowsOfJson(body: string, first: number): Iterable<Row> {
  let line = first - 1;
  for (const [, written = ''] of body.matchAll(/([^\n]*)(?:\n|$)/g)) {
    line += 1;
    if (written.trim() === '') continue;
    const text = line === first ? withoutOrigin(written.trim()) : written.trim();
    const read = parseObject(text, '');
    yield read.ok ? { line, value: read.value, text } : { problem: RESULTS.noRun(line, MAX_DEPTH) };
  }
}

/** Removes the origin that the page adds to the first line (`web/url/carried.ts`). */
function withoutOrigin(line: string): string {
  const value = parsed(line);
  if (!isRecord(value) || !('bufferlab' in value)) return line;
  const head = `{"bufferlab":${JSON.stringify(value.bufferlab)},`;
  return line.startsWith(head) ? `{${line.slice(head.length)}` : line;
}

/** Whether a text is the document of a study, which is one object. */
function isStudy(body: string): boolean {
  const value = body.startsWith('{') ? parsed(body) : null;
  return isRecord(value) && 'scenario' in value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Columns of a table that are no measures. */
const [KEY, SEED, WARNINGS, ERROR] = ['key', 'seed', 'warnings', 'error'] as const;
/** Last parts of the names of columns whose cells are texts, also if they look like numbers. */
const TEXTS: ReadonlySet<string> = new Set(['engine', 'digest', 'kind', 'sentence']);

/** Turns the rows of a table into lines. Columns between the seed and the first measure are the point. */
function* rowsOfTable([header, ...rows]: readonly TableRow[]): Iterable<Row> {
  const names = header?.cells ?? [];
  // A table of means has no keys, and no runs.
  if (!names.includes(KEY) || !names.includes(SEED)) return;
  for (const { line, cells } of rows) {
    if (cells === null) yield { problem: RESULTS.quote(line) };
    else if (cells.length !== names.length)
      yield { problem: RESULTS.cells(line, cells.length, names.length) };
    else {
      const text = lineOf(names, cells);
      yield { line, value: JSON.parse(text) as Record<string, unknown>, text };
    }
  }
}

/** Writes a row of a table as a line of JSON. */
function lineOf(names: readonly string[], cells: readonly string[]): string {
  const cell = (name: string): string => cells[names.indexOf(name)] ?? '';
  const head = `{"key":${JSON.stringify(cell(KEY))},"point":{},"seed":${jsonOf(cell(SEED))}`;
  if (cell(ERROR) !== '') return `${head},"error":${JSON.stringify(cell(ERROR))}}`;
  const summary = new Tree();
  names.forEach((name, i) => {
    const value = cells[i] ?? '';
    if (name === KEY || name === SEED || name === ERROR || name === WARNINGS || value === '') return;
    const path = name.split('.');
    summary.set(path, TEXTS.has(path.at(-1) ?? '') ? JSON.stringify(value) : jsonOf(value));
  });
  const ids = cell(WARNINGS).split(' ').filter(Boolean);
  const warnings = ids.map((id) => ({ id, path: '', sentence: '', remedy: '' }));
  summary.set([WARNINGS], JSON.stringify(warnings));
  return `${head},"summary":${summary.text()}}`;
}

/** Writes a cell as JSON: a number or a truth value as it stands, anything else as a text. */
function jsonOf(cell: string): string {
  return /^(-?\d+(\.\d+)?([eE][+-]?\d+)?|true|false)$/.test(cell) ? cell : JSON.stringify(cell);
}

/** Texts of JSON by path, as nested objects. */
class Tree {
  private readonly inner = new Map<string, Tree | string>();

  set([name = '', ...rest]: readonly string[], json: string): void {
    if (rest.length === 0) {
      this.inner.set(name, json);
      return;
    }
    const known = this.inner.get(name);
    const next = known instanceof Tree ? known : new Tree();
    this.inner.set(name, next);
    next.set(rest, json);
  }

  text(): string {
    const fields = [...this.inner].map(
      ([name, value]) => `${JSON.stringify(name)}:${typeof value === 'string' ? value : value.text()}`,
    );
    return `{${fields.join(',')}}`;
  }
}

/** A row of a table: the number of its line, and its cells; null if they cannot be separated. */
export interface TableRow {
  line: number;
  cells: readonly string[] | null;
}

/**
 * Reads rows of comma-separated cells (RFC 4180); quoted cells may contain commas, quotes and line ends. `line` is the number
 * of the first line. A row with a quotation mark inside of a cell has no cells.
 */
export function rowsOf(text: string, line = 1): TableRow[] {
  const rows: TableRow[] = [];
  const cell = new RegExp(CELL);
  let row: string[] = [];
  let first = line;
  while (cell.lastIndex < text.length || row.length > 0) {
    const from = cell.lastIndex;
    const found = cell.exec(text);
    if (found === null) {
      const end = text.indexOf('\n', from);
      cell.lastIndex = end < 0 ? text.length : end + 1;
      rows.push({ line: first, cells: null });
      [row, line] = [[], line + 1];
    } else {
      const [whole, inQuotes, plain = '', end] = found;
      row.push(inQuotes === undefined ? plain : inQuotes.replaceAll('""', '"'));
      line += linesOf(whole);
      if (end === ',') continue;
      if (row.length > 1 || row[0] !== '') rows.push({ line: first, cells: row });
      row = [];
    }
    first = line;
  }
  return rows;
}

const CELL = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n|$)/y;

/** Returns the number of line ends in a text. */
function linesOf(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
