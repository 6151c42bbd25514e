/** What a study of a scenario can vary and show. */
import type { Catalog } from '../engine/catalog';
import type { Scenario } from '../scenario/types';
import { fieldsOf, NO_FIELD, type Field } from './fields';
import { measuresOf, type Measure } from './measures';

export interface Choices {
  fields: readonly Field[];
  measures: readonly Measure[];
}

export function choicesFor(catalog: Catalog, scenario: Scenario): Choices {
  return { fields: fieldsOf(catalog, scenario), measures: measuresOf(catalog, scenario) };
}

/** The field at this path; one without a unit where nothing is known of it, such as a kind. */
export function fieldAt({ fields }: Choices, path: string): Field {
  const known = fields.find((field) => field.path === path);
  const label = path.split('.').slice(-2).join(' ');
  return known ?? { ...NO_FIELD, path, label };
}

/** The measure at this path; a plain number where the registry has none. */
export function measureAt({ measures }: Choices, path: string): Measure {
  const known = measures.find((measure) => measure.path === path);
  return known ?? { path, label: path, owner: '', help: '', quantity: 'drops', of: null };
}
