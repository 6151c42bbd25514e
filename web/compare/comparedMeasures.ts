/** Measures by which two runs are compared: those that the catalog marks, for parts that both runs have. */
import { measuresOf, type Measure } from '../studies/measures';
import type { Catalog } from '../engine/catalog';
import type { Scenario } from '../scenario/types';

/** Returns the measures of bottlenecks and groups that both scenarios have. */
export function comparedMeasures(catalog: Catalog, current: Scenario, baseline: Scenario): Measure[] {
  const both = new Set(measuresOf(catalog, baseline).map(({ path }) => path));
  return measuresOf(catalog, current).filter(
    ({ path, isCompared }) => isCompared && both.has(path) && !path.startsWith('edges.'),
  );
}
