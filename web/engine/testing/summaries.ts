/** Builders of summaries for tests. They name only the measures that a test needs; others do not apply. */
import type { GroupSummary, LinkSummary } from '../summary';

/** Returns the summary of a group of one TCP flow with these measures. */
export function groupSummary(measured: Partial<GroupSummary> & { id: string }): GroupSummary {
  return { kind: 'tcp', flows: 1, sentence: null, ...measured } as GroupSummary;
}

/** Returns the summary of a link with these measures. */
export function linkSummary(measured: Partial<LinkSummary> & { id: string }): LinkSummary {
  return { ...measured } as LinkSummary;
}
