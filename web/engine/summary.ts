/**
 * The figures of a run, as `bufferlab run --json` prints them and the summary panel shows them.
 *
 * All are measured from the end of the warm-up to the present. Ratios are 0 to 1. A quantity that does
 * not apply is `null`, never 0. How long it took to compute is the native program's to add.
 */
export type { BottleneckSummary, GroupSummary, LinkSummary, Summary, Transfers } from '../types/engine';
