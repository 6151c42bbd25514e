/** The field of a list of numbers, for example the rates of a video. */
import { useId, useState } from 'react';
import type { Param } from '../engine/catalog';
import { ListInput } from './DistributionField';
import { Field, messageId, useMessages } from './Field';
import type { NumberKind } from './steps';
import { useEdit } from './useEdit';

interface Props {
  param: Param;
  kind: { min: number; max: number };
  path: string;
  value: number[];
}

/** Field of a list of numbers of `param`. */
export function NumbersField({ param, kind, path, value }: Props) {
  const id = useId();
  const edit = useEdit(path);
  const [message, setMessage] = useState<string | null>(null);
  const numbers: NumberKind = { type: 'number', min: kind.min, max: kind.max, log: true, nullable: false };
  return (
    <Field param={param} path={path} controlId={id} message={message}>
      <ListInput
        id={id}
        list={value}
        unit={param.unit}
        kind={numbers}
        invalid={useMessages(path, message).length > 0}
        describedBy={messageId(id)}
        onSet={edit.set}
        onMessage={setMessage}
      />
    </Field>
  );
}
