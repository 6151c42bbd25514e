/** Text area of a list: it is taken at Enter or when it loses the focus, and forgotten at Escape. */
import { useState } from 'react';

/** A list that was read, or why it was not. */
export type ReadList<T> = { ok: true; list: T[] } | { ok: false; message: string };

interface Props<T> {
  id: string;
  /** The present list as text. */
  text: string;
  rows: number;
  invalid: boolean;
  describedBy: string;
  read(draft: string): ReadList<T>;
  onSet(list: T[]): void;
  /** Called with the problem of the draft; null if there is none. */
  onMessage(message: string | null): void;
}

/** Text area whose draft becomes a list. */
export function ListArea<T>({ id, text, rows, invalid, describedBy, read, onSet, onMessage }: Props<T>) {
  const [draft, setDraft] = useState<string | null>(null);
  const forget = (): void => {
    setDraft(null);
    onMessage(null);
  };
  const take = (): void => {
    if (draft === null || draft.trim() === text) return;
    const taken = read(draft);
    if (!taken.ok) {
      onMessage(taken.message);
      return;
    }
    forget();
    onSet(taken.list);
  };
  return (
    <textarea
      id={id}
      className="input"
      rows={rows}
      spellCheck={false}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      value={draft ?? text}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.shiftKey) {
          event.preventDefault();
          take();
        } else if (event.key === 'Escape') forget();
      }}
    />
  );
}
