/** The field of a reference to other elements: one edge router, or several bottlenecks. */
import { useId } from 'react';
import type { Param, ParamKind } from '../engine/catalog';
import { useLab } from '../lab/context';
import { CheckBox } from '../ui/CheckBox';
import { Select } from '../ui/Select';
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
            <CheckBox
              key={name}
              label={name}
              checked={chosen?.includes(name) ?? true}
              onChoose={(on) => toggle(name, on)}
            />
          ))}
        </span>
      </Field>
    );
  }
  return (
    <Field param={param} path={path} controlId={id}>
      <Select
        id={id}
        value={typeof value === 'string' ? value : ''}
        aria-describedby={messageId(id)}
        onChoose={(name) => edit.set(name || null)}
        options={[['', kind.null_label], ...names.map((name) => [name, name] as const)]}
      />
    </Field>
  );
}
