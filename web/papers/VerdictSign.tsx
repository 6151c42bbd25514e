/** Verdicts: a sign and a word, which colour only underlines. */
import type { Verdict } from './artefact';
import { countsByOwnText, VERDICTS, type CountsByOwn } from './words';

export function VerdictSign({ verdict }: { verdict: Verdict }) {
  const { sign, word } = VERDICTS[verdict];
  return (
    <span className={`verdict ${verdict}`}>
      <span className="verdict-sign" aria-hidden="true">
        {sign}
      </span>{' '}
      {word}
    </span>
  );
}

const WORST_FIRST: readonly Verdict[] = ['differs', 'undecided', 'remark'];

/** The number of claims of each verdict, with the sign of the worst. */
export function VerdictCounts({ verdicts }: { verdicts: CountsByOwn }) {
  const { paper, ours } = verdicts;
  const worst = WORST_FIRST.find((verdict) => (paper[verdict] ?? 0) + (ours[verdict] ?? 0) > 0) ?? 'holds';
  return (
    <span className={`verdict ${worst}`}>
      <span className="verdict-sign" aria-hidden="true">
        {VERDICTS[worst].sign}
      </span>{' '}
      {countsByOwnText(verdicts)}
    </span>
  );
}
