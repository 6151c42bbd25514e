/** Buttons that save the draft, or show it as text, while the editor cannot be drawn. */
import { useState } from 'react';
import { Button } from '../../ui/Button';
import { EDITOR } from '../viewStrings';
import { drafts, saveDraft } from './pageDrafts';

/** Buttons for the draft of this tab. */
export function DraftRescue() {
  const [text, setText] = useState<string | null>(null);
  return (
    <>
      <Button onClick={saveDraft}>{EDITOR.saveDraft}</Button>
      <Button aria-expanded={text !== null} onClick={() => void drafts.begin().then(setText)}>
        {EDITOR.showDraft}
      </Button>
      {text !== null && (
        <textarea className="input" aria-label={EDITOR.text} readOnly rows={20} value={text} />
      )}
    </>
  );
}
