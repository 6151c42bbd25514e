/** The text of this tab's draft, as state of the editor. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { notify } from '../../ui/notices';
import { unlessGone } from '../../ui/unlessGone';
import { EDITOR } from '../viewStrings';
import { drafts } from './pageDrafts';

/** The text of a draft and the functions that change it. */
export interface DraftState {
  text: string;
  /** Text that was opened last, which the field shows in place of its own; another object for each opened text. */
  opened: { readonly text: string };
  /** Keeps a text that the field shows already. */
  change(text: string): void;
  /** Shows and keeps another text. */
  open(text: string): void;
}

/** Returns the draft of this tab. */
export function useDraft(): DraftState {
  const [text, setText] = useState(drafts.text);
  const [opened, setOpened] = useState({ text: drafts.text });
  const touched = useRef(false);
  const change = useCallback((next: string): void => {
    touched.current = true;
    setText(next);
    // Claims are asked first, so that no draft of another tab is overwritten.
    void drafts.begin().then(() => {
      if (drafts.save(next) !== null) notify(EDITOR.unsaved, 'refused');
    });
  }, []);
  const open = useCallback(
    (next: string): void => {
      setOpened({ text: next });
      change(next);
    },
    [change],
  );
  useEffect(
    () =>
      unlessGone(drafts.begin(), (begun) => {
        if (touched.current) return;
        setText(begun);
        setOpened({ text: begun });
      }),
    [],
  );
  return { text, opened, change, open };
}
