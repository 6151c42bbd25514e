/** Choice of the hosts whose options a group has, with the options that differ from theirs. */
import { useId } from 'react';
import type { Param, ParamKind, Section } from '../engine/catalog';
import { useLab, useLabActions } from '../lab/context';
import { choosing, deviations } from '../lab/profile';
import { Select, type Option } from '../ui/Select';
import { Field, messageId } from './Field';
import { PROFILE_TEXT } from './lazyStrings';

interface Props {
  param: Param;
  kind: Extract<ParamKind, { type: 'choice' }>;
  path: string;
  /** Section that describes the object. */
  section: Section;
  /** Object with the field, as in the scenario. */
  value: Record<string, unknown>;
}

/** Value of the option that stands for a profile with changes. */
const CHANGED = 'changed';

/** Choice of a profile. */
export function ProfileField({ param, kind, path, section, value }: Props) {
  const id = useId();
  const actions = useLabActions();
  const catalog = useLab((s) => s.catalog);
  const objectPath = path.slice(0, path.lastIndexOf('.'));
  const name = textOf(value[param.name]);
  const chosen = kind.options.find((option) => option.id === name);
  const differing = catalog ? deviations(catalog, section, value) : [];
  const changed: Option[] =
    chosen && differing.length > 0 ? [[CHANGED, PROFILE_TEXT.ownFrom(chosen.label), chosen.help]] : [];
  return (
    <Field param={param} path={path} controlId={id}>
      <Select
        id={id}
        value={changed.length > 0 ? CHANGED : name}
        title={chosen?.help}
        aria-describedby={messageId(id)}
        onChoose={(next) => {
          if (next !== CHANGED) actions.change(choosing(section, value, objectPath, next));
        }}
        options={[...changed, ...kind.options.map(({ id, label, help }): Option => [id, label, help])]}
      />
      {differing.length > 0 && (
        <p className="note">{PROFILE_TEXT.changed(differing.map(({ label }) => label))}</p>
      )}
    </Field>
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
