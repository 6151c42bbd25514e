/**
 * Progress of this browser's reader: per lesson the last step, the answers, and whether it was finished. It is kept in the
 * browser only, and can be saved as a file and removed.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { isRecord } from '../scenario/path';
import { BrowserStore, type StoreFailure } from '../storage/browserStore';
import { runRecord, type RunRecord } from './handin/runRecord';
import { accepted } from './handin/untrusted';

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

const PREFIX = 'bufferlab.lesson.';

/** Progress in all lessons, by their keys. */
export class Progress {
  readonly store: StoreApi<{
    lessons: Readonly<Record<string, LessonProgress>>;
    failure: StoreFailure | null;
  }>;

  constructor(private readonly storage = new BrowserStore()) {
    const lessons = Object.fromEntries(
      storage.keys(PREFIX).map((key) => [key.slice(PREFIX.length), read(storage.json(key))]),
    );
    this.store = createStore(() => ({ lessons, failure: null }));
  }

  /** Returns the progress in a lesson. */
  of(key: string): LessonProgress {
    return keptIn(this.store.getState().lessons, key);
  }

  /** Changes the progress in a lesson and saves it. */
  change(key: string, change: Partial<LessonProgress>): void {
    const next = withUsedRuns({ ...this.of(key), ...change });
    const failure = this.storage.write(PREFIX + key, JSON.stringify(next));
    this.store.setState(({ lessons }) => ({ lessons: { ...lessons, [key]: next }, failure }));
  }

  /** Forgets the progress in a lesson. */
  forget(key: string): void {
    this.storage.remove(PREFIX + key);
    this.store.setState(({ lessons }) => ({
      lessons: Object.fromEntries(Object.entries(lessons).filter(([other]) => other !== key)),
    }));
  }
}

/** Returns the progress in a lesson; a lesson may have the name of a property that every object has. */
export function keptIn(lessons: Readonly<Record<string, LessonProgress>>, key: string): LessonProgress {
  return Object.hasOwn(lessons, key) ? (lessons[key] ?? NOT_BEGUN) : NOT_BEGUN;
}

/** Returns the progress without the runs that nothing refers to any more. */
function withUsedRuns(progress: LessonProgress): LessonProgress {
  const { answers, tasks, rowRuns, runs } = progress;
  const used = new Set([
    ...[...Object.values(answers), ...Object.values(tasks)].map(({ run }) => run),
    ...Object.values(rowRuns).flat(),
  ]);
  return { ...progress, runs: Object.fromEntries(Object.entries(runs).filter(([name]) => used.has(name))) };
}

/** Reads a stored value; what is not of this form counts as not begun, since another version may have written it. */
function read(value: unknown): LessonProgress {
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
