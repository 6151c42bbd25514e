/**
 * Merges the progress in a lesson. Several tabs may show one lesson, and each writes the whole progress: what a tab did not
 * change comes from the storage, so that no answer, task or row of another tab is lost.
 */
import type { LessonProgress, Row } from './storedProgress';

type Named<T> = Readonly<Record<string, T>>;

/** A row of a table with the name of its run; null if that was not recorded. */
type RunRow = readonly [row: Row, run: string | null];

/**
 * Returns `stored` with the changes that lead from `before` to `after`: by answer, by task, and by row of a table. A row is
 * known by its values and its run.
 */
export function rebased(
  stored: LessonProgress,
  before: LessonProgress,
  after: LessonProgress,
): LessonProgress {
  const entries = <T>(read: (progress: LessonProgress) => Named<T>): Named<T> =>
    rebasedEntries(read(stored), read(before), read(after));
  const value = <T>(read: (progress: LessonProgress) => T): T =>
    read(after) === read(before) ? read(stored) : read(after);
  return {
    step: value(({ step }) => step),
    finished: value(({ finished }) => finished),
    answers: entries(({ answers }) => answers),
    tasks: entries(({ tasks }) => tasks),
    ...rebasedTables(stored, before, after),
    // A run that is not used any more is removed later.
    runs: { ...stored.runs, ...after.runs },
  };
}

/**
 * Unites the progress of this browser with that of a file. An answer and a task that both have is that of this browser, but a
 * task is met if either met it. Rows that are missing are added, the later step counts.
 */
export function united(own: LessonProgress, other: LessonProgress): LessonProgress {
  const tasks = Object.fromEntries(
    Object.entries({ ...other.tasks, ...own.tasks }).map(([id, attempt]) => {
      const theirs = valueIn(other.tasks, id);
      return [id, !attempt.met && theirs?.met ? theirs : attempt];
    }),
  );
  const ids = new Set([...Object.keys(own.tables), ...Object.keys(other.tables)]);
  return {
    step: Math.max(own.step, other.step),
    finished: own.finished || other.finished,
    answers: { ...other.answers, ...own.answers },
    tasks,
    ...tablesOf(
      [...ids].map((id) => [id, [...rowsOf(own, id), ...without(rowsOf(other, id), rowsOf(own, id))]]),
    ),
    runs: { ...other.runs, ...own.runs },
  };
}

function rebasedEntries<T>(stored: Named<T>, before: Named<T>, after: Named<T>): Named<T> {
  const removed = Object.keys(before).filter((id) => !Object.hasOwn(after, id));
  const kept = Object.entries(stored).filter(([id]) => !removed.includes(id));
  const changed = Object.entries(after).filter(([id, entry]) => entry !== valueIn(before, id));
  return Object.fromEntries([...kept, ...changed]);
}

function rebasedTables(stored: LessonProgress, before: LessonProgress, after: LessonProgress) {
  const ids = new Set([...Object.keys(stored.tables), ...Object.keys(after.tables)]);
  return tablesOf(
    [...ids].map((id) => {
      const removed = without(rowsOf(before, id), rowsOf(after, id));
      const added = without(rowsOf(after, id), rowsOf(before, id));
      return [id, [...without(rowsOf(stored, id), removed), ...added]];
    }),
  );
}

function tablesOf(
  entries: readonly (readonly [string, readonly RunRow[]])[],
): Pick<LessonProgress, 'tables' | 'rowRuns'> {
  return {
    tables: Object.fromEntries(entries.map(([id, rows]) => [id, rows.map(([row]) => row)])),
    rowRuns: Object.fromEntries(entries.map(([id, rows]) => [id, rows.map(([, run]) => run)])),
  };
}

function rowsOf({ tables, rowRuns }: LessonProgress, id: string): RunRow[] {
  const runs = valueIn(rowRuns, id) ?? [];
  return (valueIn(tables, id) ?? []).map((row, place) => [row, runs[place] ?? null]);
}

/** Returns the rows without `others`; of equal rows as many are taken away as `others` has. */
function without(rows: readonly RunRow[], others: readonly RunRow[]): RunRow[] {
  const left = others.map((row) => JSON.stringify(row));
  return rows.filter((row) => {
    const place = left.indexOf(JSON.stringify(row));
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}

function valueIn<T>(entries: Named<T>, id: string): T | undefined {
  return Object.hasOwn(entries, id) ? entries[id] : undefined;
}
