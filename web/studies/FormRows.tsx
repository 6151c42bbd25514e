/** Rows, labels and text fields of the forms of the Studies view. */
import { useId, type ReactNode } from 'react';
import { useLab } from '../lab/context';
import { titleOf } from '../lab/title';
import type { Problem, Scenario } from '../scenario/types';
import { Button } from '../ui/Button';
import { FORM } from './strings';

/** Row of a form that begins with a word, so that the rows read as a sentence. */
export function Row({ lead, children }: { lead: string; children: ReactNode }) {
  return (
    <div className="study-row">
      <span className="study-lead" aria-hidden="true">
        {lead}
      </span>
      <div className="study-fields column">{children}</div>
    </div>
  );
}

/** Label above a control; `hidden` shows it to screen readers only. */
export function Labeled({
  label,
  hidden,
  children,
}: {
  label: string;
  hidden?: boolean | undefined;
  children: ReactNode;
}) {
  return (
    <label className="study-field">
      <span className={hidden ? 'visually-hidden' : 'study-label'}>{label}</span>
      {children}
    </label>
  );
}

interface TextFieldProps {
  label: string;
  hidden?: boolean;
  value: string;
  /** Error of this field, shown below it; undefined if there is none. */
  problem: string | undefined;
  placeholder?: string;
  onChange(value: string): void;
  onBlur?(): void;
}

/** Labeled text field with its error below it. */
export function TextField({ label, hidden, value, problem, placeholder, onChange, onBlur }: TextFieldProps) {
  const id = useId();
  return (
    <div className="study-field">
      <Labeled label={label} hidden={hidden}>
        <input
          className="input"
          value={value}
          placeholder={placeholder}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? undefined : id}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onBlur}
        />
      </Labeled>
      {problem !== undefined && (
        <p className="problem" id={id} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

/** Title of the experiment, with a button that replaces it by the Lab's experiment if the two differ. */
export function Experiment({
  scenario,
  changed = 0,
  differs,
  onTakeLab,
}: {
  scenario: Scenario;
  /** Number of changes that all runs share. */
  changed?: number;
  differs: boolean;
  onTakeLab(): void;
}) {
  const title = useLab((s) => titleOf(scenario, s));
  return (
    <>
      <p className="study-of">
        {title || FORM.untitled}
        {changed > 0 && <span className="note">{FORM.changes(changed)}</span>}
      </p>
      {differs && <Button onClick={onTakeLab}>{FORM.useLab}</Button>}
    </>
  );
}

interface Length {
  duration: string;
  warmup: string;
}

/** Fields for the duration of each run and its warm-up. */
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
      <TextField
        label={FORM.duration}
        value={duration}
        problem={problemAt(problems, 'duration_s')}
        onChange={(text) => onChange({ duration: text })}
      />
      <TextField
        label={FORM.warmup}
        value={warmup}
        problem={problemAt(problems, 'warmup_s')}
        onChange={(text) => onChange({ warmup: text })}
      />
    </div>
  );
}

/** Returns the message of the first problem at one of the paths; undefined if there is none. */
export function problemAt(problems: readonly Problem[], ...paths: readonly string[]): string | undefined {
  return problems.find(({ path }) => paths.includes(path))?.message;
}

/** Number of problems that a list shows. */
const MAX_PROBLEMS = 4;

/** List of problems that belong to no field. */
export function ProblemList({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null;
  const more = problems.length - MAX_PROBLEMS;
  return (
    <ul className="problem" role="alert">
      {problems.slice(0, MAX_PROBLEMS).map(({ path, message }) => (
        <li key={`${path} ${message}`}>{FORM.problemAt(path, message)}</li>
      ))}
      {more > 0 && <li>{FORM.moreProblems(more)}</li>}
    </ul>
  );
}
