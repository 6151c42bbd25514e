/** Verdicts of claims, as files store them and as the page shows them. */

/** Verdict of a claim. `undecided`: its confidence interval contains the bound, so more seeds are needed. */
export type Verdict = 'holds' | 'remark' | 'undecided' | 'differs';
/** Origin of a claim: stated in the paper, derived from it here, or computed here from a model. */
export type Own = 'paper' | 'derived' | 'model';
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
