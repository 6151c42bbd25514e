/** Stored progress of a reader in a lesson: its form, and the reader of stored values. */
import { isRecord } from '../../scenario/path';
import { runRecord, type RunRecord } from '../handin/runRecord';
import { accepted } from '../../url/untrusted';

/** An answer of the reader: index of an option, number, order of items by index, or points of a drawn curve. */
export type Response =
  | { kind: 'choice'; option: number }
  | { kind: 'number'; value: number; text: string }
  | { kind: 'order'; order: readonly number[] }
  | { kind: 'curve'; points: readonly (readonly [number, number])[] };

/** Result of an answer; null if it cannot be judged yet, as a number of a run that was not made. */
export type Correctness = boolean | null;

/** Answer to a question, with its judgment. */
export interface Answered {
  given: Response;
  correct: Correctness;
  /** Name of the run with which the answer was compared. */
  run?: string | null;
}

/** State of a task. */
export interface Attempt {
  /** Whether the goal was met. */
  met: boolean;
  /** Number of hints that were shown. */
  hints: number;
  /** Whether the solution was shown before the goal was met. */
  shown: boolean;
  /** Name of the run that met the goal. */
  run?: string | null;
}

/** A row of a table: one value per column, as text. */
export type Row = readonly string[];

/** Stored state of one lesson. */
export interface LessonProgress {
  step: number;
  finished: boolean;
  answers: Readonly<Record<string, Answered>>;
  tasks: Readonly<Record<string, Attempt>>;
  tables: Readonly<Record<string, readonly Row[]>>;
  /** Name of the run of each row, by table; null if it was not recorded. */
  rowRuns: Readonly<Record<string, readonly (string | null)[]>>;
  /** Runs at the moments that count, by name; see `handin/runRecord.ts`. */
  runs: Readonly<Record<string, RunRecord>>;
}

/** Progress of a lesson that was not begun. */
export const NOT_BEGUN: LessonProgress = {
  step: 0,
  finished: false,
  answers: {},
  tasks: {},
  tables: {},
  rowRuns: {},
  runs: {},
};

/** Reads a stored value; what is not of this form counts as not begun, since another version may have written it. */
export function readStored(value: unknown): LessonProgress {
  if (!isRecord(value)) return NOT_BEGUN;
  const { step, finished, answers, tasks, tables, rowRuns, runs } = value;
  return {
    step: typeof step === 'number' && Number.isInteger(step) && step >= 0 ? step : 0,
    finished: finished === true,
    answers: recordOf(answers, isAnswered),
    tasks: recordOf(tasks, isAttempt),
    tables: recordOf(tables, isTable),
    rowRuns: recordOf(rowRuns, isRowRuns),
    runs: recordOf(runs, isRun),
  };
}

function recordOf<T>(value: unknown, accepts: (item: unknown) => item is T): Record<string, T> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, T] => accepts(entry[1])));
}

function isAttempt(value: unknown): value is Attempt {
  return (
    isRecord(value) &&
    typeof value.met === 'boolean' &&
    typeof value.hints === 'number' &&
    typeof value.shown === 'boolean'
  );
}

const isRowRuns = (value: unknown): value is (string | null)[] =>
  Array.isArray(value) && value.every((name) => name === null || typeof name === 'string');

function isRun(value: unknown): value is RunRecord {
  return accepted(runRecord, value) !== null;
}

const isTable = (value: unknown): value is Row[] =>
  Array.isArray(value) &&
  value.every((row) => Array.isArray(row) && row.every((cell) => typeof cell === 'string'));

function isAnswered(value: unknown): value is Answered {
  if (!isRecord(value) || !isRecord(value.given)) return false;
  const { correct, given } = value;
  return (correct === null || typeof correct === 'boolean') && isGiven(given);
}

function isGiven(given: Record<string, unknown>): boolean {
  const numbers = (value: unknown): boolean =>
    Array.isArray(value) && value.every((item) => typeof item === 'number' && Number.isFinite(item));
  switch (given.kind) {
    case 'choice':
      return typeof given.option === 'number';
    case 'number':
      return typeof given.value === 'number' && typeof given.text === 'string';
    case 'order':
      return numbers(given.order);
    case 'curve':
      return Array.isArray(given.points) && given.points.every(numbers);
    default:
      return false;
  }
}
