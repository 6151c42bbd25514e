/** The text of this tab's draft, as state of the editor. */
import { useCallback, useEffect, useState } from 'react';
import { notify } from '../../ui/notices';
import { unlessGone } from '../../ui/unlessGone';
import { EDITOR } from '../viewStrings';
import { drafts } from './pageDrafts';

/** Returns the text, and a function that changes and keeps it. */
export function useDraft(): [string, (text: string) => void] {
  const [text, setText] = useState(drafts.text);
  useEffect(
    () =>
      unlessGone(drafts.begin(), (begun) => {
        setText((typed) => (typed === '' ? begun : typed));
      }),
    [],
  );
  const change = useCallback((next: string): void => {
    setText(next);
    // Claims are asked first, so that no draft of another tab is overwritten.
    void drafts.begin().then(() => {
      if (drafts.save(next) !== null) notify(EDITOR.unsaved, 'refused');
    });
  }, []);
  return [text, change];
}
