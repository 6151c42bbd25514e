/**
 * CSV table of the runs of a study, identical to that of `bufferlab sweep --csv`.
 *
 * Each run is one row: its key, seed, varied parameters, values of the summary by path, and error.
 */
import { isRecord, valueAt } from '../scenario/path';
import { csvText } from '../sweep/csv';

/** A number as the line writes it: `5.0` stays `5.0`. */
class NumberText {
  constructor(readonly text: string) {}
}

/** Writes the table of lines from the engine. `paths` are the varied parameters; empty `measures` select all. */
export function csvOf(
  texts: readonly string[],
  paths: readonly string[],
  measures: readonly string[],
): string {
  const rows = texts.map((text) => rowOf(text));
  const known = measures.length > 0 ? measures : rows.flatMap(({ values }) => [...values.keys()]);
  const columns = [...new Set(known)].sort((a, b) => (a < b ? -1 : 1));
  const header = ['key', 'seed', ...paths, ...columns, 'error'];
  const lines = rows.map(({ line, values }) => {
    const point = isRecord(line.point) ? line.point : {};
    return [
      line.key,
      line.seed,
      ...paths.map((path) => point[path]),
      ...columns.map((name) => values.get(name) ?? valueAt(line.summary ?? null, name)),
      line.error,
    ];
  });
  return csvText([header, ...lines.map((row) => row.map(cell))], '\n');
}

interface Row {
  line: Record<string, unknown>;
  values: Map<string, unknown>;
}

type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;

const withNumberText: Reviver = (_key, value, context) =>
  typeof value === 'number' ? new NumberText(context?.source ?? String(value)) : value;

function rowOf(text: string): Row {
  const line = JSON.parse(text, withNumberText) as Record<string, unknown>;
  const values = new Map<string, unknown>();
  if (isRecord(line.summary)) {
    const { warnings, ...summary } = line.summary;
    flatten(summary, '', values);
    values.set('warnings', idsOf(warnings));
  }
  values.delete('seed');
  return { line, values };
}

/** Collects values by path. Items of lists are named by their id, which is then not a value. */
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

/** Returns the ids of a list, separated by spaces, without immediate repetitions. */
function idsOf(list: unknown): string {
  const ids = Array.isArray(list) ? list.map((item) => (isRecord(item) ? cell(item.id) : '')) : [];
  return ids.filter((id, i) => id !== ids[i - 1]).join(' ');
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof NumberText) return value.text;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
