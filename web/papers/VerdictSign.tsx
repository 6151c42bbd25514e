/** Verdicts as a sign with a word; the color only repeats them. */
import { countsByOwnText, type CountsByOwn } from './format';
import { VERDICT } from './strings';
import { VERDICT_SIGNS, type ShownVerdict } from './verdict';

/** Verdict of one claim. */
export function VerdictSign({ verdict }: { verdict: ShownVerdict }) {
  return (
    <span className={`verdict ${verdict}`}>
      <span className="verdict-sign" aria-hidden="true">
        {VERDICT_SIGNS[verdict]}
      </span>{' '}
      {VERDICT.name[verdict]}
    </span>
  );
}

const WORST_FIRST: readonly ShownVerdict[] = ['differs', 'contradicted', 'undecided', 'remark'];

/** Number of claims of each verdict, with the sign of the worst verdict. */
export function VerdictCounts({ verdicts }: { verdicts: CountsByOwn }) {
  const { paper, ours } = verdicts;
  const worst = WORST_FIRST.find((verdict) => (paper[verdict] ?? 0) + (ours[verdict] ?? 0) > 0) ?? 'holds';
  return (
    <span className={`verdict ${worst}`}>
      <span className="verdict-sign" aria-hidden="true">
        {VERDICT_SIGNS[worst]}
      </span>{' '}
      {countsByOwnText(verdicts)}
    </span>
  );
}
