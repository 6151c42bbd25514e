/** What the forms of this room are made of: rows that begin with a word, labels, and text that is read later. */
import type { ReactNode } from 'react';
import type { Problem } from '../scenario/types';

export function Row({ lead, children }: { lead: string; children: ReactNode }) {
  return (
    <div className="study-row">
      <span className="study-lead" aria-hidden="true">
        {lead}
      </span>
      <div className="study-fields">{children}</div>
    </div>
  );
}

export function Labeled({
  label,
  hidden,
  children,
}: {
  label: string;
  hidden?: boolean;
  children: ReactNode;
}) {
  return (
    <label className="study-field">
      <span className={hidden ? 'visually-hidden' : 'study-label'}>{label}</span>
      {children}
    </label>
  );
}

interface TextProps {
  value: string;
  invalid: boolean;
  placeholder?: string;
  /** Of those who hear and do not see. */
  name?: string;
  onChange(value: string): void;
}

export function Text({ value, invalid, placeholder, name, onChange }: TextProps) {
  return (
    <input
      className="input"
      value={value}
      placeholder={placeholder}
      aria-label={name}
      aria-invalid={invalid || undefined}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Whose buffer, or whose parameters; with a way to ask of the Lab's experiment instead, where that is another. */
export function Experiment({
  title,
  changed = 0,
  differs,
  onTakeLab,
}: {
  title: string;
  /** Fields in which it is not what it was. */
  changed?: number;
  differs: boolean;
  onTakeLab(): void;
}) {
  return (
    <>
      <p className="study-of">
        {title || 'Untitled experiment'}
        {changed > 0 && <span className="note">, changed in {changed} fields</span>}
      </p>
      {differs && (
        <button type="button" className="button" onClick={onTakeLab}>
          Take the Lab’s experiment
        </button>
      )}
    </>
  );
}

interface Length {
  duration: string;
  warmup: string;
}

/** How long runs are, and how much of that is not measured. */
export function LengthFields({
  form: { duration, warmup },
  problems,
  onChange,
}: {
  form: Length;
  problems: readonly Problem[];
  onChange(change: Partial<Length>): void;
}) {
  return (
    <div className="study-pair">
      <Labeled label="Length">
        <Text
          value={duration}
          invalid={isAbout(problems, 'duration_s')}
          onChange={(text) => onChange({ duration: text })}
        />
      </Labeled>
      <Labeled label="Warm-up">
        <Text
          value={warmup}
          invalid={isAbout(problems, 'warmup_s')}
          onChange={(text) => onChange({ warmup: text })}
        />
      </Labeled>
    </div>
  );
}

export function isAbout(problems: readonly Problem[], path: string): boolean {
  return problems.some((problem) => problem.path === path);
}

export function ProblemList({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className="problem" role="alert">
      {problems.slice(0, 4).map(({ path, message }) => (
        <li key={`${path} ${message}`}>
          {path === '' ? '' : `${path}: `}
          {message}
        </li>
      ))}
      {problems.length > 4 && <li>and {problems.length - 4} more</li>}
    </ul>
  );
}
