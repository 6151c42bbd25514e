/** What the paper says beside what we find, claim by claim. */
import { useId } from 'react';
import type { Artefact, Claim, Kept, KeptClaim } from './artefact';
import { countsOf } from './catalogue';
import { VerdictSign } from './VerdictSign';
import { countsText, lineText } from './words';

export function Claims({ artefact, kept }: { artefact: Artefact; kept: Kept | null }) {
  const heading = useId();
  const { claims } = artefact;
  if (claims.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>
        {claims.length} {claims.length === 1 ? 'claim' : 'claims'}
        {kept && (
          <span className="note"> {countsText(countsOf(kept.claims.map(({ verdict }) => verdict)))}</span>
        )}
      </h3>
      <table className="claims">
        <thead>
          <tr>
            <th scope="col">Verdict</th>
            <th scope="col">What the paper says</th>
            <th scope="col">What we find</th>
          </tr>
        </thead>
        <tbody>
          {claims.map((claim, i) => (
            <ClaimRow key={i} claim={claim} found={foundOf(claim, kept)} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The judgement of a claim, by its text; null where the last check left it open. */
function foundOf({ text }: Claim, kept: Kept | null): KeptClaim | null {
  return kept?.claims.find((claim) => claim.text === text) ?? null;
}

function ClaimRow({ claim, found }: { claim: Claim; found: KeptClaim | null }) {
  const { text, line, tolerance, reason, remark, contradictory } = claim;
  const line_ = lineText(line);
  return (
    <tr>
      <td className="claim-verdict">
        {found ? <VerdictSign verdict={found.verdict} /> : <span className="note">open</span>}
        {contradictory && <span className="note"> the text contradicts itself</span>}
      </td>
      <td>
        {text}
        {line_ !== '' && <span className="note claim-note">{line_}</span>}
      </td>
      <td>
        {found ? <Found text={found.found} /> : 'The last check did not decide it.'}
        {remark !== null && <p>{remark}</p>}
        {reason !== null && <p>{reason}</p>}
        {tolerance !== '' && <span className="note claim-note">Tolerance: {tolerance}</span>}
      </td>
    </tr>
  );
}

/** The numbers, a line each. */
function Found({ text }: { text: string }) {
  const parts = text.split('; ');
  if (parts.length === 1) return <>{text}</>;
  return (
    <ul>
      {parts.map((part, i) => (
        <li key={i}>{part}</li>
      ))}
    </ul>
  );
}
