/** Menu with the drafts of other tabs and of earlier visits. */
import { useEffect, useState } from 'react';
import { Button } from '../../ui/Button';
import { closeAround, Popover } from '../../ui/Popover';
import { notify } from '../../ui/notices';
import { day, integer } from '../../ui/language';
import { EDITOR } from '../viewStrings';
import { titleOf, type Draft } from './draft';
import { drafts } from './pageDrafts';

interface Props {
  /** Number of drafts that this editor has begun; the list is read again when it changes. */
  count: number;
  /** Receives the text of an opened draft. */
  onText(text: string): void;
}

/** Button with the menu; absent while there is no other draft. */
export function DraftMenu({ count, onText }: Props) {
  const [others, setOthers] = useState<readonly Draft[]>([]);
  useEffect(() => {
    const refresh = (): void => setOthers(drafts.others());
    void drafts.begin().then(refresh);
    window.addEventListener('storage', refresh);
    return () => window.removeEventListener('storage', refresh);
  }, [count]);
  if (others.length === 0) return null;
  const open = async (id: string): Promise<void> => {
    const text = await drafts.open(id);
    if (text !== null) onText(text);
    setOthers(drafts.others());
  };
  const remove = async (id: string): Promise<void> => {
    if (!(await drafts.remove(id))) notify(EDITOR.draftInUse, 'refused');
    setOthers(drafts.others());
  };
  return (
    <Popover button={EDITOR.drafts(others.length)}>
      <ul className="lesson-drafts" aria-label={EDITOR.draftList}>
        {others.map((draft) => {
          const title = titleOf(draft.text) ?? EDITOR.untitled;
          return (
            <li key={draft.id}>
              <span>
                {title}
                <span className="note">
                  {draft.savedAt > 0 && `${day(draft.savedAt)} · `}
                  {EDITOR.draftLength(integer(draft.text.length))}
                </span>
              </span>
              <Button
                aria-label={EDITOR.openDraft(title)}
                onClick={({ currentTarget }) => {
                  closeAround(currentTarget);
                  void open(draft.id);
                }}
              >
                {EDITOR.openShort}
              </Button>
              <Button
                quiet
                icon="close"
                label={EDITOR.removeDraft(title)}
                onClick={() => {
                  if (window.confirm(EDITOR.sureToRemove(title))) void remove(draft.id);
                }}
              />
            </li>
          );
        })}
      </ul>
    </Popover>
  );
}
