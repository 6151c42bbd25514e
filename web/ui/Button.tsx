/** Buttons of the page, with the look that button.css gives them. */
import type { ComponentProps, ReactNode } from 'react';
import { Icon, type IconName } from './Icon';

/** Content and look of a button. */
export interface ButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  /** Class of its look. Default `button`. */
  kind?: string;
  /** No border around the button. */
  quiet?: boolean;
  /** The main action of its place. */
  primary?: boolean;
  /** Submits the form around it. */
  submit?: boolean;
  /** Icon before the content; without content, the button is a square. */
  icon?: IconName;
  /** Content that is only a text. */
  text?: ReactNode;
  /** Accessible name, if the content is not a name. */
  label?: string | undefined;
  /** Accessible name that is a tooltip as well. */
  hint?: string;
}

/** Button of the page; only with `submit` it submits a form. */
export function Button(props: ButtonProps) {
  const { kind = 'button', quiet, primary, submit, icon, text, label, hint, className, ...rest } = props;
  const { children = text, ...others } = rest;
  const isSquare = icon !== undefined && children === undefined;
  const classes = [kind, quiet && 'quiet', primary && 'primary', isSquare && 'icon-only', className];
  return (
    <button
      type={submit ? 'submit' : 'button'}
      className={classes.filter(Boolean).join(' ')}
      aria-label={label ?? hint}
      title={hint}
      {...others}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
