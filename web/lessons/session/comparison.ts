/** Tells whether the open run decides an answer: its measures belong to one setting and to a time after the warm-up. */
import type { LabState } from '../../lab/state';
import { editsOf } from '../../scenario/edits';
import type { Answer } from '../format/lesson';
import { requestOf } from './measures';

/** Whether the run decides an answer; else what is missing: a run, a run of one setting, or a time after the warm-up. */
export type Comparison = 'possible' | 'no_run' | 'mixed' | 'warmup';

/** Returns whether the run decides an answer. A curve over time needs no warm-up, since it is no average. */
export function comparisonOf(
  answer: Answer,
  { current, document, run }: Pick<LabState, 'current' | 'document' | 'run'>,
): Comparison {
  const wanted = requestOf(answer);
  if (wanted === null) return 'possible';
  if (current === null || run.t_s === 0) return 'no_run';
  if (document !== null && editsOf(document).length > 0) return 'mixed';
  return wanted.series === null && run.t_s <= current.warmup_s ? 'warmup' : 'possible';
}
