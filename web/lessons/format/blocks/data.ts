/** Reads `:::data`: a table that is filled from runs. */
import { fieldsOf } from '../fields';
import type { DataBlock } from '../lesson';
import { TABLE_COLUMNS } from '../limits';
import { anyText, path } from '../readers';
import { BLOCK, DATA } from '../strings';
import type { Item } from '../yamlText';
import type { Source } from './block';

/** Names of the fences of a table. */
export const DATA_FENCES = ['columns'] as const;

/** Reads a table with its columns. */
export function readData(source: Source): DataBlock | null {
  source.needsScene();
  const id = source.id();
  source.attributes.finish();
  const columns = readColumns(source);
  return id !== null && columns ? { kind: 'data', line: source.line, id, columns, text: source.text } : null;
}

function readColumns(source: Source): DataBlock['columns'] | null {
  const item = source.data('columns');
  if (item === null) return null;
  if (item.kind !== 'list' || item.items.length === 0 || item.items.length > TABLE_COLUMNS)
    return source.report(DATA.columns(TABLE_COLUMNS), item.line);
  const columns = item.items.map((one) => readColumn(one, source));
  return columns.includes(null) ? null : columns.filter((one) => one !== null);
}

function readColumn(item: Item, source: Source): DataBlock['columns'][number] | null {
  const fields = fieldsOf(item, BLOCK.column, source.context.problems);
  if (fields === null) return null;
  const measure = fields.required('measure', path);
  source.context.names.add('value', measure, fields.lineOf('measure'));
  const label = fields.optional('label', anyText, '');
  fields.finish();
  return measure === null ? null : { measure, label };
}
