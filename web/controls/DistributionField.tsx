/** A value per flow: the same for all, drawn from a range, or taken in turn from a list. */
import { useId, useState } from 'react';
import type { Param, Unit } from '../engine/catalog';
import type { Distribution } from '../scenario/types';
import { Field, messageId, useMessages } from './Field';
import { formatQuantity } from './quantity';
import { QuantityInput, readNumber } from './QuantityInput';
import { dragged, type NumberKind } from './steps';
import { useEdit } from './useEdit';
import { useScrub } from './useScrub';

type Shape = 'fixed' | 'uniform' | 'list';

interface Props {
  param: Param;
  kind: { min: number; max: number };
  path: string;
  value: Distribution;
}

export function DistributionField({ param, kind, path, value }: Props) {
  const id = useId();
  const edit = useEdit(path);
  const [message, setMessage] = useState<string | null>(null);
  const invalid = useMessages(path, message).length > 0;
  const numbers: NumberKind = { type: 'number', min: kind.min, max: kind.max, log: true, nullable: false };
  const common = {
    unit: param.unit,
    kind: numbers,
    invalid,
    describedBy: messageId(id),
    onMessage: setMessage,
  };

  const end = (index: 0 | 1, label: string, [low, high]: [number, number]) => {
    const withEnd = (next: number): Distribution => ({ uniform: index === 0 ? [next, high] : [low, next] });
    return (
      <QuantityInput
        {...common}
        id={index === 0 ? id : `${id}-high`}
        label={`${param.label}, ${label}`}
        value={index === 0 ? low : high}
        onSet={(next) => next !== null && edit.set(withEnd(next))}
        onSlide={(next) => edit.slide(withEnd(next))}
        onFinish={edit.finish}
      />
    );
  };
  const fixed = typeof value === 'number' ? value : null;
  const scrub = useScrub({
    from: () => fixed,
    move: (start, pixels) => edit.slide(dragged(start, pixels, numbers, param.unit)),
    end: edit.finish,
  });

  return (
    <Field
      param={param}
      path={path}
      controlId={id}
      message={message}
      scrub={fixed === null ? undefined : scrub}
    >
      <select
        className="input shape"
        aria-label={`${param.label}: how flows differ`}
        value={shapeOf(value)}
        onChange={(event) => edit.set(reshaped(value, event.currentTarget.value as Shape))}
      >
        <option value="fixed">same for all</option>
        <option value="uniform">drawn from</option>
        <option value="list">in turn</option>
      </select>
      {fixed !== null && (
        <QuantityInput
          {...common}
          id={id}
          value={fixed}
          onSet={(next) => next !== null && edit.set(next)}
          onSlide={edit.slide}
          onFinish={edit.finish}
        />
      )}
      {typeof value === 'object' && 'uniform' in value && (
        <div className="ends">
          {end(0, 'lowest', value.uniform)}
          {end(1, 'highest', value.uniform)}
        </div>
      )}
      {typeof value === 'object' && 'list' in value && (
        <ListInput {...common} id={id} list={value.list} onSet={(list) => edit.set({ list })} />
      )}
    </Field>
  );
}

interface ListProps {
  id: string;
  list: number[];
  unit: Unit;
  kind: NumberKind;
  invalid: boolean;
  describedBy: string;
  onSet(list: number[]): void;
  onMessage(message: string | null): void;
}

/** Values separated by semicolons, new lines, or commas with a space. */
function ListInput({ id, list, unit, kind, invalid, describedBy, onSet, onMessage }: ListProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const text = list.map((value) => formatQuantity(value, unit)).join('; ');
  const take = (): void => {
    if (draft === null || draft.trim() === text) return;
    const read = readList(draft, unit, kind);
    if (!read.ok) {
      onMessage(read.message);
      return;
    }
    setDraft(null);
    onMessage(null);
    onSet(read.values);
  };
  return (
    <textarea
      id={id}
      className="input"
      rows={2}
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
        } else if (event.key === 'Escape') {
          setDraft(null);
          onMessage(null);
        }
      }}
    />
  );
}

type ReadList = { ok: true; values: number[] } | { ok: false; message: string };

export function readList(text: string, unit: Unit, kind: NumberKind): ReadList {
  const values: number[] = [];
  for (const part of text.split(/[;\n]|,\s+/)) {
    if (part.trim() === '') continue;
    const read = readNumber(part, unit, kind);
    if (!read.ok) return read;
    if (read.value !== null) values.push(read.value);
  }
  if (values.length === 0)
    return { ok: false, message: 'Write at least one value; separate several by semicolons.' };
  return { ok: true, values };
}

function shapeOf(value: Distribution): Shape {
  if (typeof value === 'number') return 'fixed';
  return 'uniform' in value ? 'uniform' : 'list';
}

/** The distribution in another shape, as near to the old one as the shape allows. */
export function reshaped(value: Distribution, shape: Shape): Distribution {
  const values = typeof value === 'number' ? [value] : 'uniform' in value ? value.uniform : value.list;
  const low = values.reduce((a, b) => Math.min(a, b), Infinity);
  const high = values.reduce((a, b) => Math.max(a, b), -Infinity);
  if (!Number.isFinite(low)) return 0;
  if (shape === 'fixed') return Number(((low + high) / 2).toPrecision(6));
  return shape === 'uniform' ? { uniform: [low, high] } : { list: [...values] };
}
