/** The field of points of a course over time: `0 s: 10 Mb/s`, one in a line or separated by semicolons. */
import { useId, useState } from 'react';
import type { Param, Unit } from '../engine/catalog';
import type { Point } from '../scenario/distribution';
import { Field, messageId, useMessages } from './Field';
import { POINTS } from './lazyStrings';
import { ListArea, type ReadList } from './ListArea';
import { pointsText } from './paramText';
import { readNumber } from './QuantityInput';
import type { NumberKind } from './steps';
import { useEdit } from './useEdit';

interface Props {
  param: Param;
  kind: { last: number; max: number };
  path: string;
  value: Point[];
}

/** Field of the points of `param`. */
export function PointsField({ param, kind, path, value }: Props) {
  const id = useId();
  const edit = useEdit(path);
  const [message, setMessage] = useState<string | null>(null);
  return (
    <Field param={param} path={path} controlId={id} message={message}>
      <ListArea
        id={id}
        text={pointsText(value, param.unit)}
        rows={3}
        invalid={useMessages(path, message).length > 0}
        describedBy={messageId(id)}
        read={(draft) => readPoints(draft, param.unit, kind)}
        onSet={edit.set}
        onMessage={setMessage}
      />
    </Field>
  );
}

/** Reads points, each with a time up to `kind.last` and a value in `unit` up to `kind.max`. */
export function readPoints(text: string, unit: Unit, kind: { last: number; max: number }): ReadList<Point> {
  const points: Point[] = [];
  for (const part of text.split(/[;\n]/)) {
    if (part.trim() === '') continue;
    const [time, value, ...more] = part.split(':');
    if (time === undefined || value === undefined || more.length > 0)
      return { ok: false, message: POINTS.form(part.trim()) };
    const at = readNumber(time, 's', upTo(kind.last));
    if (!at.ok) return at;
    const number = readNumber(value, unit, upTo(kind.max));
    if (!number.ok) return number;
    if (at.value !== null && number.value !== null) points.push([at.value, number.value]);
  }
  return points.length > 0 ? { ok: true, list: points } : { ok: false, message: POINTS.empty };
}

const upTo = (max: number): NumberKind => ({ type: 'number', min: 0, max, log: false, nullable: false });
