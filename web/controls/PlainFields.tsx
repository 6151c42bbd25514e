/** Fields of flags, choices, texts and names. */
import { useId, useState, type KeyboardEvent } from 'react';
import type { Param, ParamKind } from '../engine/catalog';
import { useLab } from '../lab/context';
import { valueAt } from '../scenario/path';
import { Select } from '../ui/Select';
import { Field, messageId, useMessages } from './Field';
import { NAME } from './lazyStrings';
import { useEdit } from './useEdit';

type Kind<T extends ParamKind['type']> = Extract<ParamKind, { type: T }>;

interface Props<V> {
  param: Param;
  path: string;
  value: V;
}

/** Check box of a parameter that is on or off. */
export function FlagField({ param, path, value }: Props<boolean>) {
  const id = useId();
  const edit = useEdit(path);
  return (
    <Field param={param} path={path} controlId={id}>
      <span className="box">
        <input
          id={id}
          type="checkbox"
          checked={value}
          aria-describedby={messageId(id)}
          onChange={(event) => edit.set(event.currentTarget.checked)}
        />
      </span>
    </Field>
  );
}

/** List of the options of a parameter. */
export function ChoiceField({ param, path, value, kind }: Props<string> & { kind: Kind<'choice'> }) {
  const id = useId();
  const edit = useEdit(path);
  const chosen = kind.options.find((option) => option.id === value);
  return (
    <Field param={param} path={path} controlId={id}>
      <Select
        id={id}
        value={value}
        title={chosen?.help}
        aria-describedby={messageId(id)}
        onChoose={edit.set}
        options={kind.options.map((option) => [option.id, option.label, option.help])}
      />
    </Field>
  );
}

/** Texts of more characters than this get the whole width, or several lines. */
const BESIDE = 60;
const ONE_LINE = 200;

/** Field of a text, with one line or several by its maximum length. */
export function TextField({ param, path, value, kind }: Props<string> & { kind: Kind<'text'> }) {
  const id = useId();
  const edit = useEdit(path);
  const tall = kind.max_length > ONE_LINE;
  // An element without a label is shown by its id.
  const unnamed = useLab((s) =>
    path.endsWith('.label') ? valueAt(s.current, `${path.slice(0, -5)}id`) : '',
  );
  return (
    <Field param={param} path={path} controlId={id} wide={kind.max_length > BESIDE}>
      <WrittenInput
        id={id}
        value={value}
        maxLength={kind.max_length}
        tall={tall}
        placeholder={typeof unnamed === 'string' ? unnamed : ''}
        onSet={edit.set}
      />
    </Field>
  );
}

const NAME_PATTERN = /^[A-Za-z0-9_-]{1,32}$/;

/** Field of an id. `onRename` must also rename the references to it. */
export function NameField({
  param,
  path,
  value,
  onRename,
}: Props<string> & { onRename(name: string): void }) {
  const id = useId();
  const [message, setMessage] = useState<string | null>(null);
  const invalid = useMessages(path, message).length > 0;
  const rename = (name: string): void => {
    if (NAME_PATTERN.test(name)) {
      setMessage(null);
      onRename(name);
    } else {
      setMessage(NAME.refused(name));
    }
  };
  return (
    <Field param={param} path={path} controlId={id} message={message}>
      <WrittenInput id={id} value={value} maxLength={32} invalid={invalid} onSet={rename} />
    </Field>
  );
}

interface WrittenProps {
  id: string;
  value: string;
  maxLength: number;
  tall?: boolean;
  placeholder?: string;
  invalid?: boolean;
  onSet(text: string): void;
}

/** Text input that sets its text on Enter and when it loses the focus; Escape reverts it. */
function WrittenInput({ id, value, maxLength, tall, placeholder, invalid, onSet }: WrittenProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const take = (): void => {
    if (draft !== null && draft !== value) onSet(draft);
    setDraft(null);
  };
  const common = {
    id,
    className: 'input',
    maxLength,
    placeholder,
    value: draft ?? value,
    'aria-invalid': invalid === true,
    'aria-describedby': messageId(id),
    onBlur: take,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape' && draft !== null) {
        event.stopPropagation();
        setDraft(null);
      } else if (event.key === 'Enter' && !tall) take();
    },
  };
  return tall ? (
    <textarea {...common} rows={3} onChange={(event) => setDraft(event.currentTarget.value)} />
  ) : (
    <input
      {...common}
      type="text"
      autoComplete="off"
      onChange={(event) => setDraft(event.currentTarget.value)}
    />
  );
}
