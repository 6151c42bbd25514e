/** What is varied, how often, and what is looked at. */
import type { ReactNode } from 'react';
import type { Problem } from '../scenario/types';
import type { Field } from './fields';
import type { Measure } from './measures';
import type { Wish } from './plan';

export interface Choice extends Wish {
  measure: string;
  log: boolean;
}

interface Props {
  choice: Choice;
  fields: readonly Field[];
  measures: readonly Measure[];
  problems: readonly Problem[];
  running: boolean;
  onChange(change: Partial<Choice>): void;
  onStart(): void;
  onCancel(): void;
}

export function StudyForm(props: Props) {
  const { choice, fields, measures, problems, running, onChange, onStart, onCancel } = props;
  const wrong = (path: string): boolean => problems.some((problem) => problem.path === path);
  const text = (name: keyof Wish, invalid: boolean): ReactNode => (
    <input
      className="input"
      value={choice[name]}
      aria-invalid={invalid || undefined}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <form
      className="sweep-form"
      onSubmit={(event) => {
        event.preventDefault();
        onStart();
      }}
    >
      <Labelled label="Vary">
        <Grouped
          value={choice.path}
          items={fields}
          textOf={(field) => field.label}
          onChange={(path) => onChange({ path })}
        />
      </Labelled>
      <Labelled
        label="Values"
        hint="A list, 5 kB, 10 kB, or from:to:steps, 5 kB:50 kB:10; :log for equal ratios."
      >
        {text('values', wrong('over') || wrong(choice.path))}
      </Labelled>
      <div className="sweep-short">
        <Labelled label="Seeds">{text('replications', wrong('replications'))}</Labelled>
        <Labelled label="Length">{text('duration', wrong('duration_s'))}</Labelled>
        <Labelled label="Warm-up">{text('warmup', wrong('warmup_s'))}</Labelled>
      </div>
      <Labelled label="Show">
        <Grouped
          value={choice.measure}
          items={measures}
          textOf={(measure) => measure.label}
          onChange={(measure) => onChange({ measure })}
        />
      </Labelled>
      <label className="box">
        <input
          type="checkbox"
          checked={choice.log}
          onChange={(event) => onChange({ log: event.currentTarget.checked })}
        />
        Logarithmic axis
      </label>
      {problems.length > 0 && (
        <ul className="problem" role="alert">
          {problems.slice(0, 4).map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              {path === '' ? '' : `${path}: `}
              {message}
            </li>
          ))}
        </ul>
      )}
      <div className="sweep-buttons">
        {running ? (
          <button key="cancel" type="button" className="button primary" onClick={onCancel}>
            Cancel
          </button>
        ) : (
          <button key="start" type="submit" className="button primary">
            Start
          </button>
        )}
      </div>
    </form>
  );
}

function Labelled({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <div className="sweep-field">
      <label>
        <span className="sweep-label">{label}</span>
        {children}
      </label>
      {hint && <span className="note">{hint}</span>}
    </div>
  );
}

/** A choice among things that belong to others, under the names of those. */
function Grouped<T extends { path: string; owner: string }>(props: {
  value: string;
  items: readonly T[];
  textOf(item: T): string;
  onChange(path: string): void;
}) {
  const { value, items, textOf, onChange } = props;
  const owners = [...new Set(items.map(({ owner }) => owner))];
  return (
    <select className="input" value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {owners.map((owner) => (
        <optgroup key={owner} label={owner}>
          {items
            .filter((item) => item.owner === owner)
            .map((item) => (
              <option key={item.path} value={item.path}>
                {textOf(item)}
              </option>
            ))}
        </optgroup>
      ))}
    </select>
  );
}
