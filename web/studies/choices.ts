/** Parameters that a study of a scenario can vary, and measures that it can show. */
import type { Catalog } from '../engine/catalog';
import type { Scenario } from '../scenario/types';
import { fieldsOf, NO_FIELD, type Field } from './fields';
import { measuresOf, type Measure } from './measures';

/** Choices of the study form. */
export interface Choices {
  fields: readonly Field[];
  measures: readonly Measure[];
}

/** Returns the choices for a scenario. */
export function choicesFor(catalog: Catalog, scenario: Scenario): Choices {
  return { fields: fieldsOf(catalog, scenario), measures: measuresOf(catalog, scenario) };
}

/** Returns the parameter at this path; one without a unit if the scenario has no such parameter. */
export function fieldAt({ fields }: Choices, path: string): Field {
  const known = fields.find((field) => field.path === path);
  const label = path.split('.').slice(-2).join(' ');
  return known ?? { ...NO_FIELD, path, label };
}

/** Returns the measure at this path; a number without a unit if the registry has no such measure. */
export function measureAt({ measures }: Choices, path: string): Measure {
  const known = measures.find((measure) => measure.path === path);
  return known ?? { path, label: path, owner: '', help: '', quantity: 'drops', isCompared: false, of: null };
}
