/** Check box or radio button with its label. */
import type { ComponentProps, ReactNode } from 'react';

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  label: string;
  /** Picture before the label. */
  before?: ReactNode;
  /** Name of the group, if only one of a group can be checked. */
  group?: string;
  checked: boolean;
  onChoose(checked: boolean): void;
}

/** Box whose label is part of its target. */
export function CheckBox({ label, before, group, onChoose, className = 'box', title, ...input }: Props) {
  return (
    <label className={className} title={title}>
      <input
        type={group === undefined ? 'checkbox' : 'radio'}
        name={group}
        {...input}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />
      {before}
      {label}
    </label>
  );
}
