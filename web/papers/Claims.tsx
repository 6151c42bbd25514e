/** Table of a figure's claims: verdict, claim of the paper, and result with its reasons. */
import { useId } from 'react';
import { countsByOwn } from './catalog';
import { countsByOwnText, lineText } from './format';
import type { Claim, Figure, StoredClaim, StoredResult } from '../types/papers';
import { CLAIMS_TABLE as STRINGS, VERDICT } from './strings';
import { shownVerdict } from './verdict';
import { Table } from '../ui/Table';
import { VerdictSign } from './VerdictSign';

interface Props {
  figure: Figure;
  /** Null if the figure was never checked. */
  result: StoredResult | null;
}

/** Shows every claim of a figure; nothing if it has none. */
export function Claims({ figure, result }: Props) {
  const heading = useId();
  const { claims } = figure;
  if (claims.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>
        {STRINGS.heading(claims.length)}
        {result && <span className="note"> {countsByOwnText(countsByOwn(figure, result.claims))}</span>}
      </h3>
      <Table className="claims" heads={[STRINGS.verdict, STRINGS.paper, STRINGS.result]}>
        {claims.map((claim, i) => (
          <ClaimRow key={i} claim={claim} stored={storedOf(claim, result)} />
        ))}
      </Table>
    </section>
  );
}

/** Returns the stored verdict of a claim, found by its id; null if the last check did not include the claim. */
function storedOf({ id }: Claim, result: StoredResult | null): StoredClaim | null {
  return result?.claims.find((claim) => claim.id === id) ?? null;
}

function ClaimRow({ claim, stored }: { claim: Claim; stored: StoredClaim | null }) {
  const { text, own, tolerance, reason, remark, evidence } = claim;
  const line = lineText(claim.line);
  return (
    <tr>
      <td className="claim-verdict">
        {stored ? (
          <ClaimVerdict claim={claim} stored={stored} />
        ) : (
          <span className="note">{STRINGS.open}</span>
        )}
      </td>
      <td>
        {text}
        {own !== 'paper' && <span className="note claim-note">{STRINGS.own[own]}</span>}
        {line !== '' && <span className="note claim-note">{line}</span>}
      </td>
      <td>
        {stored ? <Lines lines={stored.found.split('; ')} /> : STRINGS.notChecked}
        {remark !== null && <p>{remark}</p>}
        {reason !== null && <p>{reason}</p>}
        {evidence.length > 0 && <Evidence items={evidence} />}
        {tolerance !== '' && <span className="note claim-note">{STRINGS.tolerance(tolerance)}</span>}
      </td>
    </tr>
  );
}

/** Verdict of a claim, with the assumption that a contradiction depends on. */
function ClaimVerdict({ claim, stored }: { claim: Claim; stored: StoredClaim }) {
  const verdict = shownVerdict(claim, stored.verdict);
  return (
    <>
      <VerdictSign verdict={verdict} />
      {verdict === 'contradicted' && claim.assumption !== null && (
        <span className="note">{VERDICT.assuming(claim.assumption)}</span>
      )}
    </>
  );
}

/** Measured values, one per line. */
function Lines({ lines }: { lines: readonly string[] }) {
  return lines.length === 1 ? <>{lines[0]}</> : <Evidence items={lines} />;
}

function Evidence({ items }: { items: readonly string[] }) {
  return (
    <ul>
      {items.map((item, i) => (
        <li key={i}>{item}</li>
      ))}
    </ul>
  );
}
