/** Changes made while a run went on, in words. */
import { figure } from '../controls/quantity';
import type { Edit } from '../scenario/types';

/** `2 changes, at 37.2 s and 50 s` */
export function editsText(edits: readonly Edit[]): string {
  const times = edits.slice(0, 3).map(({ at_s }) => figure(at_s, 's', 4));
  const more = edits.length > 3 ? ` and ${edits.length - 3} more` : '';
  return `${edits.length === 1 ? '1 change' : `${edits.length} changes`}, at ${times.join(', ')}${more}`;
}

/** The changes that fall into what is measured: figures mix what was before and after them. */
export function mixedEdits(edits: readonly Edit[], warmup_s: number, until_s = Infinity): Edit[] {
  return edits.filter(({ at_s }) => at_s > warmup_s && at_s < until_s);
}
