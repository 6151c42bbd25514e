/** What the paper says beside what we find, claim by claim. */
import { useId } from 'react';
import type { Artefact, Claim, Kept, KeptClaim } from './artefact';
import { countsByOwn } from './catalogue';
import { VerdictSign } from './VerdictSign';
import { countsByOwnText, lineText, OWN } from './words';

export function Claims({ artefact, kept }: { artefact: Artefact; kept: Kept | null }) {
  const heading = useId();
  const { claims } = artefact;
  if (claims.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>
        {claims.length} {claims.length === 1 ? 'claim' : 'claims'}
        {kept && <span className="note"> {countsByOwnText(countsByOwn(artefact, kept.claims))}</span>}
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
  const { text, line, own, tolerance, reason, remark } = claim;
  const line_ = lineText(line);
  return (
    <tr>
      <td className="claim-verdict">
        {found ? <VerdictSign verdict={found.verdict} /> : <span className="note">open</span>}
        {found?.verdict === 'differs' && <Contradiction claim={claim} />}
      </td>
      <td>
        {text}
        {own !== 'paper' && <span className="note claim-note">{OWN[own]}</span>}
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

/** The mark of a claim that cannot hold, with what of ours that needs. */
function Contradiction({ claim: { contradictory, assumption } }: { claim: Claim }) {
  if (!contradictory) return null;
  return (
    <span className="note">
      {' '}
      the paper contradicts itself{assumption !== null && `, if we assume that ${assumption}`}
    </span>
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
