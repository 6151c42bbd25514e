/** List of options, of which one is chosen. */
import type { ComponentProps } from 'react';

/** Option: its value, its text, and its tooltip. */
export type Option<V extends string = string> = readonly [value: V, text: string, help?: string];

interface Props<V extends string> extends Omit<ComponentProps<'select'>, 'onChange'> {
  value: V;
  options?: readonly Option<V>[];
  /** Texts of the options by value, in place of `options`. */
  texts?: Readonly<Record<V, string>>;
  onChoose(value: V): void;
}

/** Select box of a form. */
export function Select<V extends string>({ options, texts, onChoose, ...select }: Props<V>) {
  const all = options ?? (Object.entries(texts ?? {}) as [V, string][]);
  return (
    <select className="input" {...select} onChange={(event) => onChoose(event.currentTarget.value as V)}>
      {all.map(([value, text, help]) => (
        <option key={value} value={value} title={help}>
          {text}
        </option>
      ))}
    </select>
  );
}
