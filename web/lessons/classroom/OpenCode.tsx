/** Field of the course map that opens a short code or a link. */
import { useId, useState } from 'react';
import { Button } from '../../ui/Button';
import type { Place } from '../source/address';
import { openCode } from './codes';
import { CODE } from './strings';

interface Props {
  folder: string;
  /** Ids of the lessons of the course. */
  lessons: readonly string[];
  onOpen(place: Place): void;
}

/** Form with the field and its button. */
export function OpenCode({ folder, lessons, onOpen }: Props) {
  const id = useId();
  const [text, setText] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const open = (): void => {
    const opened = openCode(text, folder, lessons);
    setRefused(opened.ok ? null : opened.message);
    if (opened.ok) onOpen(opened.place);
  };
  return (
    <form
      className="lesson-actions open-code"
      onSubmit={(event) => {
        event.preventDefault();
        open();
      }}
    >
      <label htmlFor={id}>{CODE.label}</label>
      <input
        id={id}
        className="input"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={CODE.placeholder}
        value={text}
        aria-invalid={refused !== null}
        aria-describedby={refused === null ? undefined : `${id}-refused`}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button submit>{CODE.open}</Button>
      {refused !== null && (
        <p id={`${id}-refused`} className="problem" role="alert">
          {refused}
        </p>
      )}
    </form>
  );
}
