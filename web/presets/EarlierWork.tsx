/** Earlier work in this browser, which can be opened or deleted, also if its offer was dismissed. */
import { useEffect, useState } from 'react';
import { useLabActions } from '../lab/context';
import type { Earlier } from '../lab/state';
import { Button } from '../ui/Button';
import { LOCALE } from '../ui/language';
import { EARLIER } from './lazyStrings';

/** Largest number of rows; the newest are shown. */
const SHOWN = 30;

/** List of earlier work; nothing if there is none. */
export function EarlierWork({ onClose }: { onClose(): void }) {
  const actions = useLabActions();
  const [work, setWork] = useState<readonly Earlier[]>([]);
  useEffect(() => {
    void actions.earlierWork().then(setWork);
  }, [actions]);
  if (work.length === 0) return null;
  const resume = ({ id }: Earlier): void => {
    actions.resumeWork(id);
    onClose();
  };
  const remove = (gone: Earlier): void => {
    actions.removeWork(gone.id);
    setWork(work.filter((one) => one !== gone));
  };
  return (
    <section className="earlier" aria-labelledby="earlier-title">
      <h3 id="earlier-title">{EARLIER.title}</h3>
      <ul>
        {work.slice(0, SHOWN).map((one) => (
          <li key={one.id}>
            <Button kind="link" onClick={() => resume(one)} text={one.title} />
            <span className="note">{new Date(one.savedAt).toLocaleString(LOCALE, STAMP)}</span>
            <Button
              quiet
              label={EARLIER.deleteWork(one.title)}
              onClick={() => remove(one)}
              text={EARLIER.delete}
            />
          </li>
        ))}
      </ul>
      {work.length > SHOWN && <p className="note">{EARLIER.more(work.length - SHOWN)}</p>}
    </section>
  );
}

const STAMP = { dateStyle: 'medium', timeStyle: 'short' } as const;
