/**
 * Statistics of a run, as in `bufferlab run --json` and in the summary panel.
 *
 * They are measured from the end of the warm-up to the present time. Ratios are 0 to 1. A statistic that does not apply
 * is `null`, never 0. Only the command-line program adds the time of the computation.
 */
import type { GroupSummary } from '../types/engine';

export type { BottleneckSummary, GroupSummary, LinkSummary, Report as Summary } from '../types/engine';

/** Statistics of completed and present transfers. */
export type Transfers = NonNullable<GroupSummary['transfers']>;
