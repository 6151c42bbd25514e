/** Engine, browser and cores, and the results as text with a button that copies them. */
import { useRef, useState } from 'react';
import { integer } from '../ui/language';
import { Button } from '../ui/Button';
import type { Row } from './benchmark';
import { browserName, engineOf, reportText, type Place } from './report';
import { REPORT } from './strings';

interface Props {
  rows: readonly Row[];
  place: Place;
}

/** Facts about the computer; with results also their text. */
export function Report({ rows, place }: Props) {
  const engine = engineOf(rows);
  return (
    <section className="bench-report" aria-labelledby="bench-report">
      <h2 id="bench-report">{REPORT.heading}</h2>
      <dl>
        <dt>{REPORT.browserName}</dt>
        <dd>{browserName(place.userAgent)}</dd>
        <dt>{REPORT.coresName}</dt>
        <dd>{place.cores === undefined ? REPORT.unknown : integer(place.cores)}</dd>
        {engine !== null && (
          <>
            <dt>{REPORT.engine}</dt>
            <dd>{engine}</dd>
          </>
        )}
      </dl>
      {engine !== null && <Text text={reportText(rows, place)} />}
    </section>
  );
}

/** The text, with a button that copies it. Where a browser does not allow copying, the text is selected. */
function Text({ text }: { text: string }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [copied, setCopied] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
      setFailed(false);
    } catch {
      area.current?.select();
      setFailed(true);
    }
  };
  return (
    <>
      <Button onClick={() => void copy()} text={copied === text ? REPORT.copied : REPORT.copy} />
      <p className="note" role="status">
        {failed && REPORT.failed}
      </p>
      <textarea
        ref={area}
        className="input"
        aria-label={REPORT.text}
        readOnly
        rows={text.split('\n').length}
        value={text}
        wrap="off"
      />
    </>
  );
}
