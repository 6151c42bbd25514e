/** The runs of a sweep as a table for other programs: a row for each run, a column for each figure. */
import { isRecord } from '../scenario/path';
import type { CaseLine, Report } from '../types/engine';

/** Comma-separated, with the figures' paths as names. Figures that a run does not have are empty. */
export function csvOf(lines: readonly CaseLine[]): string {
  const rows = lines.map(({ key, point, seed, ...outcome }) => ({
    ...leaves(point, ''),
    seed,
    key,
    ...('summary' in outcome ? leaves(figuresOf(outcome.summary), '') : { error: outcome.error }),
  }));
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const table = [names, ...rows.map((row: Record<string, unknown>) => names.map((name) => row[name]))];
  return table.map((row) => `${row.map(cell).join(',')}\n`).join('');
}

/** The seed has a column already; of warnings a table holds which there are, as the program's does. */
function figuresOf({ warnings, ...figures }: Report): Record<string, unknown> {
  const ids = [...new Set(warnings.map(({ id }) => id))].join(' ');
  return Object.fromEntries(
    Object.entries({ ...figures, warnings: ids }).filter(([name]) => name !== 'seed'),
  );
}

/** All plain values inside, by path; items of a list go by their ids. */
function leaves(value: unknown, path: string): Record<string, unknown> {
  const below = (name: string): string => (path === '' ? name : `${path}.${name}`);
  if (Array.isArray(value) && value.every(isRecord)) {
    return Object.assign({}, ...value.map((item) => leaves(item, below(String(item.id))))) as Record<
      string,
      unknown
    >;
  }
  if (!isRecord(value)) return { [path]: value };
  const inner = Object.entries(value).filter(([name]) => path === '' || name !== 'id');
  return Object.assign({}, ...inner.map(([name, each]) => leaves(each, below(name)))) as Record<
    string,
    unknown
  >;
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
