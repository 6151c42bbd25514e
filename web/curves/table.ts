/**
 * The runs of a study as a table for other programs: the one that `bufferlab sweep --csv` writes, to the last digit.
 *
 * A row for each run; a column for its key, its seed, each field that differs, each figure by its path, and the error.
 */
import { isRecord, valueAt } from '../scenario/path';

/** A number as the line says it: `5.0` stays `5.0`. */
class NumberText {
  constructor(readonly text: string) {}
}

/** Of lines as the engine wrote them; `paths` are the fields that differ, `measures` those wanted, none: all. */
export function csvOf(
  texts: readonly string[],
  paths: readonly string[],
  measures: readonly string[],
): string {
  const rows = texts.map((text) => rowOf(text));
  const known = measures.length > 0 ? measures : rows.flatMap(({ figures }) => [...figures.keys()]);
  const columns = [...new Set(known)].sort((a, b) => (a < b ? -1 : 1));
  const header = ['key', 'seed', ...paths, ...columns, 'error'];
  const lines = rows.map(({ line, figures }) => {
    const point = isRecord(line.point) ? line.point : {};
    return [
      line.key,
      line.seed,
      ...paths.map((path) => point[path]),
      ...columns.map((name) => figures.get(name) ?? valueAt(line.summary ?? null, name)),
      line.error,
    ];
  });
  return [header, ...lines].map((row) => `${row.map((value) => quoted(cell(value))).join(',')}\n`).join('');
}

interface Row {
  line: Record<string, unknown>;
  figures: Map<string, unknown>;
}

type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;

const asWritten: Reviver = (_key, value, context) =>
  typeof value === 'number' ? new NumberText(context?.source ?? String(value)) : value;

function rowOf(text: string): Row {
  const line = JSON.parse(text, asWritten) as Record<string, unknown>;
  const figures = new Map<string, unknown>();
  if (isRecord(line.summary)) {
    const { warnings, ...summary } = line.summary;
    flatten(summary, '', figures);
    figures.set('warnings', idsOf(warnings));
  }
  figures.delete('seed');
  return { line, figures };
}

/** Items of lists go by their id, which then is no figure of its own. */
function flatten(value: unknown, path: string, into: Map<string, unknown>): void {
  const below = (name: string): string => (path === '' ? name : `${path}.${name}`);
  if (Array.isArray(value)) {
    value.forEach((item: unknown, i) => {
      flatten(item, below(isRecord(item) && typeof item.id === 'string' ? item.id : String(i)), into);
    });
  } else if (isRecord(value) && !(value instanceof NumberText)) {
    for (const [name, inner] of Object.entries(value)) if (name !== 'id') flatten(inner, below(name), into);
  } else into.set(path, value);
}

/** The ids of things in a list, each once where they follow each other, with spaces between them. */
function idsOf(list: unknown): string {
  const ids = Array.isArray(list) ? list.map((item) => (isRecord(item) ? cell(item.id) : '')) : [];
  return ids.filter((id, i) => id !== ids[i - 1]).join(' ');
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof NumberText) return value.text;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function quoted(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
