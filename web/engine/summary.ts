/**
 * The figures of a run, as `bufferlab run --json` prints them and the summary panel shows them.
 *
 * All are measured from the end of the warm-up to the present. Ratios are 0 to 1. A quantity that does
 * not apply is `null`, never 0. How long it took to compute is the native program's to add.
 */
import type { GroupSummary } from '../types/engine';

export type { BottleneckSummary, GroupSummary, LinkSummary, Report as Summary } from '../types/engine';

/** Files that were sent, or are on their way. */
export type Transfers = NonNullable<GroupSummary['transfers']>;
