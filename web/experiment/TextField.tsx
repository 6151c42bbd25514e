/** Text field with its label, a hint, and the problem of its text. */
import { useId } from 'react';

interface Props {
  name: string;
  label: string;
  hint?: string | undefined;
  /** Whether a phone shows only digits on its keyboard. */
  numeric: boolean;
  text: string;
  problem: string | null;
  onText(text: string): void;
  onLeave(): void;
}

/** Text field of the dialog. */
export function TextField({ name, label, hint, numeric, text, problem, onText, onLeave }: Props) {
  const id = useId();
  const below = problem ?? hint;
  return (
    <div className="new-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        type="text"
        name={name}
        inputMode={numeric ? 'numeric' : undefined}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={text}
        aria-invalid={problem !== null}
        aria-describedby={below === undefined ? undefined : `${id}-below`}
        data-first-focus={name === 'rate' || undefined}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => onText(event.currentTarget.value)}
        onBlur={onLeave}
      />
      {below !== undefined && (
        <p id={`${id}-below`} className={problem === null ? 'note' : 'problem'}>
          {below}
        </p>
      )}
    </div>
  );
}
