/** A field with a text, such as a link, and a button that copies it. A text of several lines has a field as high. */
import { useCallback, useEffect, useId, useRef, useState, type FocusEvent } from 'react';
import './copyfield.css';
import { Button } from './Button';
import { BUTTON } from './strings';

interface Props {
  label: string;
  text: string;
  testId: string;
  /** Whether the button has the focus when it appears. */
  autoFocus?: boolean;
  /** Whether copying is the main action of the dialog. */
  primary?: boolean;
  /** Copies the text when the field appears, which a user has asked for with a button. */
  copyAtOnce?: boolean;
}

/** Read-only field with a button that copies `text`. */
export function CopyField(props: Props) {
  const { label, text, testId, autoFocus = false, primary = false, copyAtOnce = false } = props;
  const id = useId();
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const [copied, setCopied] = useState<string | null>(null);
  const lines = text.split('\n').length;
  const Field = lines > 1 ? 'textarea' : 'input';
  const copy = useCallback(async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
    } catch {
      // Some frames do not allow copying: the text is selected, so that a key can copy it.
      field.current?.select();
    }
  }, [text]);
  const waits = useRef(copyAtOnce);
  useEffect(() => {
    if (waits.current) void copy();
    waits.current = false;
  }, [copy]);
  return (
    <div className="copy-field column tight">
      <label htmlFor={id}>{label}</label>
      <div>
        <Field
          ref={field}
          id={id}
          className="input"
          data-testid={testId}
          readOnly
          {...(Field === 'textarea' && { rows: Math.min(lines, MOST_ROWS) })}
          value={text}
          onFocus={(event: FocusEvent<HTMLInputElement & HTMLTextAreaElement>) =>
            event.currentTarget.select()
          }
        />
        <Button
          primary={primary}
          autoFocus={autoFocus}
          onClick={() => void copy()}
          text={copied === text ? BUTTON.copied : BUTTON.copy}
        />
      </div>
    </div>
  );
}

/** Height of the field of a long text, in lines. */
const MOST_ROWS = 12;
