/** The changes that were made while the simulation ran, each at its time; undo takes the last one back. */
import { useLab, useLabActions } from '../lab/context';
import { FieldWarnings } from './Field';
import { figure } from './quantity';

/** More than this many are counted, not listed. */
const LISTED = 50;

export function EditsField() {
  const actions = useLabActions();
  const edits = useLab((s) => s.document?.edits ?? []);
  if (edits.length === 0) return <p className="note">No changes were made while it ran.</p>;
  return (
    <div className="edits">
      <h3>
        Changes while it runs <FieldWarnings path="edits" within />
      </h3>
      <ol>
        {edits.slice(0, LISTED).map((edit, index) => (
          <li key={`${edit.at_s}-${index}`}>
            <button type="button" className="button quiet" onClick={() => actions.seek(edit.at_s)}>
              {figure(edit.at_s, 's', 4)}
            </button>
            <span>{edit.set.map(({ path, value }) => `${path} = ${shortJson(value)}`).join(', ')}</span>
          </li>
        ))}
      </ol>
      {edits.length > LISTED && <p className="note">and {edits.length - LISTED} more</p>}
    </div>
  );
}

function shortJson(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return 'nothing';
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
