/**
 * Results in a file of a study: the table of runs (CSV) or the lines of JSON that the page saved.
 *
 * The lines are as the engine writes them, so that a study finds them by their keys. A table has only the measures, whose
 * numbers stay as they are written. Nothing in a file is trusted: lines with other types are counted and left out.
 */
import { isRecord } from '../scenario/path';

/** Results of a file. */
export interface FileResults {
  /** Lines of JSON, one per finished run. */
  lines: readonly string[];
  /** Number of rows that are no finished runs, such as failed ones. */
  left: number;
}

/** Size of the largest file whose results are read, bytes. */
export const RESULT_BYTES = 64_000_000;

/** Reads the results in the text of a file; no lines for a file without runs. */
export function resultsIn(text: string): FileResults {
  const body = text.replace(/^\ufeff/, '').replace(/^(#[^\n]*(\n|$))+/, '');
  // The document of a study has no results.
  if (isStudy(body)) return { lines: [], left: 0 };
  const found = body.startsWith('{') ? linesOfJson(body) : linesOfTable(rowsOf(body));
  const lines = found.filter((line) => line !== null);
  return { lines, left: found.length - lines.length };
}

/** Returns the key of a line; null if it is not a finished run. */
export function keyOfLine(line: string): string | null {
  return /^\{"key":"([0-9a-f]{32})"/.exec(line)?.[1] ?? null;
}

function linesOfJson(body: string): (string | null)[] {
  const texts = body.split(/\r?\n/).filter((line) => line.trim() !== '');
  return texts.map((text, i) => {
    const line = i === 0 ? withoutOrigin(text) : text;
    return isRun(line) ? line : null;
  });
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

/** Whether a line is a finished run, with a summary whose warnings can be listed. */
function isRun(line: string): boolean {
  const value = parsed(line);
  if (keyOfLine(line) === null || !isRecord(value) || !isRecord(value.summary)) return false;
  if (!isRecord(value.point) || typeof value.seed !== 'number') return false;
  const { warnings } = value.summary;
  return Array.isArray(warnings) && warnings.every((one) => isRecord(one) && typeof one.id === 'string');
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

/** Turns the rows of a table into lines. Columns between the seed and the first measure are the point. */
function linesOfTable([header = [], ...rows]: readonly (readonly string[])[]): (string | null)[] {
  const at = new Map(header.map((name, i) => [name, i]));
  // A table of means has no keys, and no runs.
  if (!at.has(KEY) || !at.has(SEED)) return [];
  return rows.map((row) => {
    const cell = (name: string): string => row[at.get(name) ?? -1] ?? '';
    if (cell(ERROR) !== '') return null;
    const summary = new Tree();
    header.forEach((name, i) => {
      const value = row[i] ?? '';
      if (name === KEY || name === SEED || name === ERROR || name === WARNINGS || value === '') return;
      summary.set(name.split('.'), jsonOf(value));
    });
    const ids = cell(WARNINGS).split(' ').filter(Boolean);
    const warnings = ids.map((id) => ({ id, path: '', message: '', remedy: '' }));
    summary.set([WARNINGS], JSON.stringify(warnings));
    const line = `{"key":${JSON.stringify(cell(KEY))},"point":{},"seed":${jsonOf(cell(SEED))},"summary":${summary.text()}}`;
    return isRun(line) ? line : null;
  });
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

/** Reads rows of comma-separated cells (RFC 4180); quoted cells may contain commas, quotes and line ends. */
export function rowsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end = ''] of text.matchAll(CELL)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  }
  return rows;
}

const CELL = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n|$)/g;
