/** The edits of a document that change its run. */
import type { Edit, Scenario } from './types';

/** Returns the edits after time 0. What is set at 0 is how the run begins, and mixes no settings. */
export function editsOf({ edits }: Pick<Scenario, 'edits'>): Edit[] {
  return edits.filter(({ at_s }) => at_s > 0);
}
