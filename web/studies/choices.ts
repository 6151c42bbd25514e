/** Parameters that a study of a scenario can vary, and measures that it can show. */
import type { Catalog } from '../engine/catalog';
import { wordsOfPath } from '../scenario/path';
import type { Scenario } from '../scenario/types';
import { fieldsOf, NO_FIELD, type Field } from './fields';
import { measuresOf, type Measure } from './measures';
import { STUDY_TEXT } from './strings';

/** Choices of the study form. */
export interface Choices {
  fields: readonly Field[];
  measures: readonly Measure[];
  /** Measures that only the document of a study can request. */
  requested: readonly Measure[];
}

/** Returns the choices for a scenario. */
export function choicesFor(catalog: Catalog, scenario: Scenario): Choices {
  return {
    fields: fieldsOf(catalog, scenario),
    measures: measuresOf(catalog, scenario),
    requested: measuresOf(catalog, scenario, true),
  };
}

/** Returns the parameter at this path; one without a unit if the scenario has no such parameter. */
export function fieldAt({ fields }: Choices, path: string): Field {
  const known = fields.find((field) => field.path === path);
  return known ?? { ...NO_FIELD, path, label: wordsOfPath(path) };
}

/** Returns the measure at this path; a number without a unit if the registry has no such measure. */
export function measureAt({ measures, requested }: Choices, path: string): Measure {
  const known = [...measures, ...requested].find((measure) => measure.path === path);
  if (known) return known;
  // The path of a measure over intervals ends with the interval: `bottlenecks.r0.hurst_in.640ms`.
  const over = requested.find((measure) => path.startsWith(`${measure.path}.`));
  if (over)
    return { ...over, path, label: STUDY_TEXT.measureOf(over.label, path.slice(over.path.length + 1)) };
  const label = wordsOfPath(path);
  return { path, label, owner: '', help: '', quantity: 'drops', isCompared: false, of: null };
}
