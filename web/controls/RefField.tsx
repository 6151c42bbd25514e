/** The field of a reference to other elements: one edge router, or several bottlenecks. */
import { useId } from 'react';
import type { Param, ParamKind } from '../engine/catalog';
import { useLab } from '../lab/context';
import { Field, messageId } from './Field';
import { useEdit } from './useEdit';

interface Props {
  param: Param;
  kind: Extract<ParamKind, { type: 'ref' }>;
  path: string;
  value: string | string[] | null;
}

/** Field of one reference or several; null refers to none or to all. */
export function RefField({ param, kind, path, value }: Props) {
  const id = useId();
  const edit = useEdit(path);
  const names = useLab((s) => s.current?.[kind.to].map((item) => item.id) ?? []);
  if (kind.many) {
    const chosen = Array.isArray(value) ? value : null;
    const toggle = (name: string, on: boolean): void => {
      const next = names.filter((other) => (other === name ? on : (chosen?.includes(other) ?? true)));
      edit.set(next.length === names.length ? null : next);
    };
    return (
      <Field param={param} path={path} controlId={id}>
        <span className="boxes" id={id} role="group" aria-label={param.label}>
          {names.map((name) => (
            <label key={name} className="box">
              <input
                type="checkbox"
                checked={chosen?.includes(name) ?? true}
                onChange={(event) => toggle(name, event.currentTarget.checked)}
              />
              {name}
            </label>
          ))}
        </span>
      </Field>
    );
  }
  return (
    <Field param={param} path={path} controlId={id}>
      <select
        id={id}
        className="input"
        value={typeof value === 'string' ? value : ''}
        aria-describedby={messageId(id)}
        onChange={(event) => edit.set(event.currentTarget.value || null)}
      >
        <option value="">{kind.null_label}</option>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </Field>
  );
}
