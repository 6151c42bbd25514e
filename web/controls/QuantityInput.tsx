/**
 * A text field for a quantity: reads what people write, steps by arrow keys, says what is accepted.
 *
 * Enter and leaving the field set the value, Escape takes the text back. A text that cannot be read
 * or lies outside the range is never set; the field keeps it and `onMessage` says why.
 */
import { useState, type KeyboardEvent } from 'react';
import type { Unit } from '../engine/catalog';
import { formatQuantity, parseQuantity } from './quantity';
import { stepped, type NumberKind } from './steps';

interface Props {
  id: string;
  /** Where no <label> names the field. */
  label?: string;
  value: number | null;
  unit: Unit;
  kind: NumberKind;
  /** Text of the value; exact unless given. */
  text?: string;
  invalid?: boolean;
  describedBy?: string;
  disabled?: boolean;
  onSet(value: number | null): void;
  /** A value passed through while an arrow key is held; `onFinish` ends it. */
  onSlide(value: number): void;
  onFinish(): void;
  onMessage(message: string | null): void;
  /** Takes a text that has another unit than this field, if it means something elsewhere; true if it did. */
  onOtherUnit?(text: string): boolean;
}

export function QuantityInput(props: Props) {
  const { id, label, value, unit, kind, onMessage } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const text = value === null ? '' : (props.text ?? formatQuantity(value, unit));

  const take = (): void => {
    if (draft === null) return;
    if (draft.trim() === text) {
      drop();
      return;
    }
    const read = readNumber(draft, unit, kind);
    if (!read.ok) {
      if (!parseQuantity(draft, unit).ok && props.onOtherUnit?.(draft)) drop();
      else onMessage(read.message);
      return;
    }
    drop();
    if (read.value !== value) props.onSet(read.value);
  };
  const drop = (): void => {
    setDraft(null);
    onMessage(null);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter') take();
    else if (event.key === 'Escape' && draft !== null) {
      event.stopPropagation();
      drop();
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      const typed = draft === null ? null : readNumber(draft, unit, kind);
      const from = typed?.ok ? typed.value : value;
      const next = stepped(from ?? kind.min, event.key === 'ArrowUp' ? 1 : -1, kind, unit, event.shiftKey);
      drop();
      props.onSlide(next);
    }
  };

  return (
    <input
      id={id}
      className="input quantity"
      type="text"
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      enterKeyHint="done"
      aria-label={label}
      aria-invalid={props.invalid === true}
      aria-describedby={props.describedBy}
      disabled={props.disabled}
      placeholder={kind.nullable ? kind.null_label : undefined}
      value={draft ?? text}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={() => {
        take();
        props.onFinish();
      }}
      onKeyDown={onKeyDown}
      onKeyUp={(event) => {
        if (event.key.startsWith('Arrow')) props.onFinish();
      }}
    />
  );
}

type Read = { ok: true; value: number | null } | { ok: false; message: string };

/** Reads `text` within the range of `kind`; empty means null where that has a meaning. */
export function readNumber(text: string, unit: Unit, kind: NumberKind): Read {
  const clean = text.trim();
  if (kind.nullable && (clean === '' || clean === kind.null_label)) return { ok: true, value: null };
  const parsed = parseQuantity(clean, unit);
  if (!parsed.ok) return parsed;
  const { value } = parsed;
  if (kind.type === 'integer' && !Number.isInteger(value)) {
    return { ok: false, message: `${formatQuantity(value, unit)} is not whole. ${rangeText(kind, unit)}` };
  }
  if (value < kind.min || value > kind.max) {
    const side = value < kind.min ? 'too little' : 'too much';
    return { ok: false, message: `${formatQuantity(value, unit)} is ${side}. ${rangeText(kind, unit)}` };
  }
  return parsed;
}

/** The range as a sentence: `Use 1 to 10,000,000 packets.` */
export function rangeText(kind: { min: number; max: number }, unit: Unit): string {
  const low = formatQuantity(kind.min, unit);
  const high = formatQuantity(kind.max, unit);
  const [number, word = ''] = low.split(' ');
  // `1 packet` and `1,000 packets` have the same unit.
  const sameUnit = word.replace(/s$/, '') === (high.split(' ')[1] ?? '').replace(/s$/, '');
  return `Use ${sameUnit ? number : low} to ${high}.`;
}
