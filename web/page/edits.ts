/** Describes edits that were made during a run. */
import { figure } from '../controls/quantity';
import type { Edit } from '../scenario/types';
import { editsText, NOTICE } from './strings';

/** Returns the number of edits and the times of the first three: "2 edits, at 37.2 s, 50 s". */
export function textOfEdits(edits: readonly Edit[]): string {
  const times = edits.slice(0, LISTED).map(({ at_s }) => figure(at_s, 's', 4));
  const more = edits.length > LISTED ? ` ${NOTICE.more(edits.length - LISTED)}` : '';
  return editsText(edits.length, times.join(', ') + more);
}

/** Number of times that are written out. */
const LISTED = 3;

/** Returns the edits within the measured interval: results cover the time before and after these. */
export function mixedEdits(edits: readonly Edit[], warmup_s: number, until_s = Infinity): Edit[] {
  return edits.filter(({ at_s }) => at_s > warmup_s && at_s < until_s);
}
