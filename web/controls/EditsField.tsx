/** The edits of the run, each with its simulated time. Undo removes the last one. */
import { useLab, useLabActions } from '../lab/context';
import { Button } from '../ui/Button';
import { FieldWarnings } from './Field';
import { EDITS } from './lazyStrings';
import { formatRounded } from './quantity';

/** Largest number of edits in the list; the others are only counted. */
const LISTED = 50;

/** List of the edits; each time is a button that goes there. */
export function EditsField() {
  const actions = useLabActions();
  const edits = useLab((s) => s.document?.edits ?? []);
  if (edits.length === 0) return <p className="note">{EDITS.none}</p>;
  return (
    <div className="edits">
      <h3>
        {EDITS.title} <FieldWarnings path="edits" within />
      </h3>
      <ol>
        {edits.slice(0, LISTED).map((edit, index) => (
          <li key={`${edit.at_s}-${index}`}>
            <Button quiet onClick={() => actions.seek(edit.at_s)} text={formatRounded(edit.at_s, 's', 4)} />
            <span>{edit.set.map(({ path, value }) => `${path} = ${shortJson(value)}`).join(', ')}</span>
          </li>
        ))}
      </ol>
      {edits.length > LISTED && <p className="note">{EDITS.more(edits.length - LISTED)}</p>}
    </div>
  );
}

function shortJson(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return EDITS.nothing;
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
