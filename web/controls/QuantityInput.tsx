/**
 * A text field for a quantity. It accepts units, and the arrow keys step the value.
 *
 * Enter and leaving the field set the value; Escape reverts the text. A text that cannot be read or is outside the
 * range is never set. The field keeps it, and `onMessage` gives the reason. A text whose value was refused after it was
 * set stays, too.
 */
import { useState, type KeyboardEvent } from 'react';
import type { Unit } from '../engine/catalog';
import { formatQuantity, parseQuantity } from './quantity';
import { stepped, type NumberKind } from './steps';
import { QUANTITY } from './strings';

interface Props {
  id: string;
  /** Label for screen readers if no <label> refers to the field. */
  label?: string;
  value: number | null;
  unit: Unit;
  kind: NumberKind;
  /** Text of the value; the exact value if absent. */
  text?: string;
  invalid?: boolean;
  describedBy?: string;
  disabled?: boolean;
  /** Text whose value was refused; null or left out if there is none. */
  refused?: string | null;
  onSet(value: number | null, text: string): void;
  /** Called for each value while an arrow key is held; `onFinish` ends the gesture. */
  onSlide(value: number): void;
  onFinish(): void;
  onMessage(message: string | null): void;
  /** Drops a refused text. */
  onRevert?(): void;
  /** Offers a text with another unit than this field; returns true if it was used. */
  onOtherUnit?(text: string): boolean;
}

/** Text field for a quantity. */
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
    if (read.value !== value) props.onSet(read.value, draft);
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
    } else if (event.key === 'Escape' && typeof props.refused === 'string') {
      event.stopPropagation();
      props.onRevert?.();
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
      value={draft ?? props.refused ?? text}
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

/** Reads `text` as a quantity within the range of `kind`. An empty text is null if the parameter allows it. */
export function readNumber(text: string, unit: Unit, kind: NumberKind): Read {
  const clean = text.trim();
  if (kind.nullable && (clean === '' || clean === kind.null_label)) return { ok: true, value: null };
  const parsed = parseQuantity(clean, unit);
  if (!parsed.ok) return parsed;
  const { value } = parsed;
  if (kind.type === 'integer' && !Number.isInteger(value)) {
    return {
      ok: false,
      message: `${QUANTITY.notWhole(formatQuantity(value, unit))} ${rangeText(kind, unit)}`,
    };
  }
  if (value < kind.min || value > kind.max) {
    const outside = value < kind.min ? QUANTITY.belowRange : QUANTITY.aboveRange;
    return { ok: false, message: `${outside(formatQuantity(value, unit))} ${rangeText(kind, unit)}` };
  }
  return parsed;
}

/** Returns the range as a sentence: `Use 1 to 10,000,000 packets.` */
export function rangeText(kind: { min: number; max: number }, unit: Unit): string {
  const low = formatQuantity(kind.min, unit);
  const high = formatQuantity(kind.max, unit);
  const [number, word = ''] = low.split(' ');
  // `1 packet` and `1,000 packets` have the same unit.
  const sameUnit = word.replace(/s$/, '') === (high.split(' ')[1] ?? '').replace(/s$/, '');
  return QUANTITY.range(sameUnit ? (number ?? low) : low, high);
}
