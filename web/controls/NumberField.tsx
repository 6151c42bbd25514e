/** The field of a number with a unit: type it, step it by arrow keys, drag its label, or use the slider of a wide range. */
import { useId, useState } from 'react';
import type { Param } from '../engine/catalog';
import { Field, messageId, useMessages } from './Field';
import { FORM } from './lazyStrings';
import { QuantityInput } from './QuantityInput';
import { Slider } from './Slider';
import { dragged, type NumberKind } from './steps';
import { useRefusal } from './useRefusal';
import { useEdit, usePending } from './useEdit';
import { useScrub } from './useScrub';

interface Props {
  param: Param;
  kind: NumberKind;
  path: string;
  value: number | null;
}

/** Field of a number; `value` is null if the parameter is unset. */
export function NumberField({ param, kind, path, value }: Props) {
  const id = useId();
  const edit = useEdit(path);
  const [shown, show, settle] = usePending(value);
  const [message, setMessage] = useState<string | null>(null);
  const refusal = useRefusal();
  const problem = message ?? refusal.reason;
  const invalid = useMessages(path, problem).length > 0;

  const set = (next: number | null, text: string): void => {
    show(next);
    refusal.watch(text);
    edit.set(next);
    settle();
  };
  const slide = (next: number): void => {
    if (next === shown) return;
    setMessage(null);
    show(next);
    edit.slide(next);
  };
  const finish = (): void => {
    edit.finish();
    settle();
  };
  const scrub = useScrub({
    from: () => shown,
    move: (start, pixels) => slide(dragged(start, pixels, kind, param.unit)),
    end: finish,
  });

  return (
    <Field param={param} path={path} controlId={id} message={problem} scrub={scrub}>
      <QuantityInput
        id={id}
        value={shown}
        unit={param.unit}
        kind={kind}
        invalid={invalid}
        describedBy={messageId(id)}
        refused={refusal.text}
        onRevert={refusal.drop}
        onSet={set}
        onSlide={slide}
        onFinish={finish}
        onMessage={setMessage}
      />
      {kind.log && shown !== null && (
        <Slider
          label={FORM.slider(param.label)}
          value={shown}
          unit={param.unit}
          kind={kind}
          onSlide={slide}
          onFinish={finish}
        />
      )}
    </Field>
  );
}
