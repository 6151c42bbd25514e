/** Texts about fields that an imported text sets: "Buffer 50 packets". */
import { figure } from '../controls/quantity';
import { sectionOf, type Catalog } from '../engine/catalog';
import { paramAt } from '../lab/live';
import { valueAt, wordsOfPath } from '../scenario/path';
import type { ImportedLine } from '../sweep/importedText';
import { PASTE } from './strings';

/** Words of a line, with the fields that they set. */
export interface SetFields {
  words: string;
  /** Labels of fields with their values. */
  fields: readonly string[];
  /** Meanings that differ from the words, each once. */
  notes: readonly string[];
}

/** Returns the words of a line that set fields, each with all of its fields, in the order of the line. */
export function fieldsOf({ understood }: ImportedLine, scenario: unknown, catalog: Catalog): SetFields[] {
  const words = [...new Set(understood.map((one) => one.words))];
  return words.map((each) => {
    const here = understood.filter((one) => one.words === each);
    return {
      words: each,
      fields: here.map(({ path }) => fieldText(path, scenario, catalog)),
      notes: [...new Set(here.flatMap(({ note }) => note ?? []))],
    };
  });
}

/** Returns the label of a field and its value; the kind of a part is its label alone. */
export function fieldText(path: string, scenario: unknown, catalog: Catalog): string {
  const value = valueAt(scenario, path);
  const param = paramAt(catalog, scenario, path);
  const [, registry] = /\.(\w+)\.kind$/.exec(path) ?? [];
  const kind = registry && sectionOf(catalog, registry, valueAt(scenario, path.replace(/\.kind$/, '')));
  if (kind) return kind.label;
  // The label "Buffer, packets" has a unit, which the value has too.
  const label = param?.label.replace(/, .*/, '') ?? wordsOfPath(path);
  return PASTE.field(label, valueText(value, param?.unit ?? ''));
}

function valueText(value: unknown, unit: Parameters<typeof figure>[1]): string {
  if (typeof value === 'number') return figure(value, unit, 4);
  if (typeof value === 'boolean') return value ? PASTE.on : PASTE.off;
  if (typeof value === 'string') return value.replaceAll('_', ' ');
  const range = (value as { uniform?: readonly number[] } | null)?.uniform;
  return range ? range.map((end) => figure(end, unit, 4)).join('–') : JSON.stringify(value);
}
