/** Verdicts: a sign and a word, which colour only underlines. */
import type { Verdict } from './artefact';
import { countsText, VERDICTS } from './words';

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

/** How many claims have each, with the sign of the worst. */
export function VerdictCounts({ verdicts }: { verdicts: Record<Verdict, number> }) {
  const worst = verdicts.differs > 0 ? 'differs' : verdicts.remark > 0 ? 'remark' : 'holds';
  return (
    <span className={`verdict ${worst}`}>
      <span className="verdict-sign" aria-hidden="true">
        {VERDICTS[worst].sign}
      </span>{' '}
      {countsText(verdicts)}
    </span>
  );
}
