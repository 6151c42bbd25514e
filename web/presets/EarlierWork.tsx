/** Earlier work in this browser, to be gone on with or deleted: also what was hidden when it was offered. */
import { useEffect, useState } from 'react';
import { useLabActions } from '../lab/context';
import type { Earlier } from '../lab/state';

/** Rows shown; whoever has more than that looks for the newest. */
const SHOWN = 30;

export function EarlierWork({ onClose }: { onClose(): void }) {
  const actions = useLabActions();
  const [work, setWork] = useState<readonly Earlier[]>([]);
  useEffect(() => {
    void actions.earlierWork().then(setWork);
  }, [actions]);
  if (work.length === 0) return null;
  const takeUp = ({ id }: Earlier): void => {
    actions.takeUp(id);
    onClose();
  };
  const remove = (gone: Earlier): void => {
    actions.removeWork(gone.id);
    setWork(work.filter((one) => one !== gone));
  };
  return (
    <section className="earlier" aria-labelledby="earlier-title">
      <h3 id="earlier-title">Earlier work in this browser</h3>
      <ul>
        {work.slice(0, SHOWN).map((one) => (
          <li key={one.id}>
            <button type="button" className="link" onClick={() => takeUp(one)}>
              {one.title}
            </button>
            <span className="note">{new Date(one.savedAt).toLocaleString('en', STAMP)}</span>
            <button
              type="button"
              className="button quiet"
              aria-label={`Delete ${one.title}`}
              onClick={() => remove(one)}
            >
              Delete
            </button>
          </li>
        ))}
      </ul>
      {work.length > SHOWN && <p className="note">and {work.length - SHOWN} older</p>}
    </section>
  );
}

const STAMP = { dateStyle: 'medium', timeStyle: 'short' } as const;
