/** Verdicts of claims, as the page shows them. */
import type { Verdict } from '../types/papers';

/** A verdict as the page shows it: a claim that cannot hold, as the paper contradicts itself, has one of its own. */
export type ShownVerdict = Verdict | 'contradicted';

/** Every shown verdict, in the order of filters and counts. */
export const SHOWN_VERDICTS: readonly ShownVerdict[] = [
  'holds',
  'remark',
  'undecided',
  'differs',
  'contradicted',
];

/** Signs of the verdicts, which can be read without color. */
export const VERDICT_SIGNS: Record<ShownVerdict, string> = {
  holds: '✓',
  remark: '✓*',
  undecided: '?',
  differs: '≠',
  contradicted: '≠',
};

/** Returns the verdict to show for a claim with this stored verdict. */
export function shownVerdict({ contradictory }: { contradictory: boolean }, verdict: Verdict): ShownVerdict {
  return verdict === 'differs' && contradictory ? 'contradicted' : verdict;
}
