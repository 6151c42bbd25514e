/**
 * The summary as a file that contains the link to its experiment: the JSON of `bufferlab run --json`, a table with a row
 * per statistic, its unit and its definition, or a picture.
 */
import type { Catalog } from '../engine/catalog';
import type { Summary } from '../engine/summary';
import { isRecord } from '../scenario/path';
import { csvText } from '../sweep/csv';
import { csvWith, objectWith, type Origin } from '../url/carried';

/** Format of a text file. */
export type TextKind = 'json' | 'csv';
/** Format of a saved summary. */
export type SummaryKind = TextKind | 'svg' | 'png';

/** Formats in the order in which the page offers them. */
export const SUMMARY_KINDS: readonly SummaryKind[] = ['svg', 'png', 'csv', 'json'];

/** Returns the text of the file. */
export function summaryFile(kind: TextKind, summary: Summary, catalog: Catalog, origin: Origin): string {
  if (kind === 'csv') return csvWith(summaryCsv(summary, catalog), origin);
  return `${JSON.stringify(objectWith({ ...summary }, origin), null, 2)}\n`;
}

/**
 * Returns a table with the columns `figure,value,unit,definition`. Statistics are named as in a study:
 * `bottlenecks.r0.loss.udp`. A statistic that does not apply has an empty cell.
 */
export function summaryCsv(summary: Summary, { measures }: Catalog): string {
  const about = new Map(measures.map((measure) => [`${measure.of} ${measure.id}`, measure]));
  const rows = leaves(summary).map(({ path, of, id, value }) => {
    const { unit = '', help = '' } = about.get(`${of} ${id}`) ?? {};
    return [path, value, unit, help];
  });
  return csvText([['figure', 'value', 'unit', 'definition'], ...rows]);
}

/** A plain value in the summary, with its path and its measure. */
interface Leaf {
  path: string;
  of: string;
  id: string;
  value: unknown;
}

/** Kind of item in each list of a summary. */
const OWNERS: Readonly<Record<string, string>> = { bottlenecks: 'link', edges: 'link', groups: 'group' };

/** Lists all plain values with their paths, in which items go by their ids. Leaves out warnings. */
function leaves(summary: Summary): Leaf[] {
  return Object.entries(summary).flatMap(([name, value]: [string, unknown]) => {
    if (name === 'warnings') return [];
    const of = OWNERS[name];
    if (of === undefined || !Array.isArray(value)) return below(value, name, 'run', name);
    return value.filter(isRecord).flatMap(({ id, reverse, ...rest }) => {
      const path = `${name}.${String(id)}`;
      return [
        ...below(rest, path, of, ''),
        ...(isRecord(reverse) ? below(reverse, `${path}.reverse`, of, '') : []),
      ];
    });
  });
}

function below(value: unknown, path: string, of: string, id: string): Leaf[] {
  if (!isRecord(value)) return Array.isArray(value) ? [] : [{ path, of, id, value }];
  return Object.entries(value)
    .filter(([name]) => name !== 'id')
    .flatMap(([name, each]) => below(each, `${path}.${name}`, of, id === '' ? name : `${id}.${name}`));
}
