/**
 * A receipt: what a student hands in of one lesson. It is a JSON document, alone or in an HTML file for readers (`html.ts`). The
 * format is described in `public/lessons/RECEIPTS.md`.
 */
import type { Correctness, LessonProgress, Response } from '../session/progress';
import { ROWS } from './limits';
import type { RunRecord } from './runRecord';

/** Name of the format in its files. */
export const FORMAT = 'bufferlab-receipt';

/** Version of the format. */
export const VERSION = 1;

/** Lesson of a receipt. */
export interface ReceiptLesson {
  title: string;
  /** Folder of the course, relative to the page. */
  folder: string;
  /** Id of the lesson in its course; null for a lesson in a link. */
  id: string | null;
  /** Compressed text of a lesson in a link; null for a lesson of a course. */
  packed: string | null;
  /** CRC-32 of the lesson's text in UTF-8: a name of its version for people. */
  checksum: string;
  /** SHA-256 of the lesson's text in UTF-8; null in receipts of earlier pages. */
  sha256: string | null;
}

/** Answer to a question, and the number of the run with which it was compared. */
export interface ReceiptAnswer {
  id: string;
  given: Response;
  correct: Correctness;
  run: number | null;
}

/** State of a task, and the number of the run that met its goal. */
export interface ReceiptTask {
  id: string;
  met: boolean;
  hints: number;
  /** Whether the solution was shown before the goal was met. */
  shown: boolean;
  run: number | null;
}

/** Row of a table, and the number of the run that it describes. */
export interface ReceiptRow {
  cells: readonly string[];
  run: number | null;
}

/** Document that a student hands in. */
export interface Receipt {
  format: typeof FORMAT;
  version: typeof VERSION;
  /** Time at which it was saved, ISO 8601. */
  saved: string;
  /** Name that the student has typed; may be empty. */
  student: string;
  lesson: ReceiptLesson;
  finished: boolean;
  answers: readonly ReceiptAnswer[];
  tasks: readonly ReceiptTask[];
  tables: readonly { id: string; rows: readonly ReceiptRow[] }[];
  runs: readonly RunRecord[];
}

/** Facts of a receipt that are not in the progress. */
export type ReceiptHead = Pick<Receipt, 'saved' | 'student' | 'lesson'>;

/** Returns the receipt of the progress in a lesson. */
export function receiptOf(head: ReceiptHead, progress: LessonProgress): Receipt {
  const names = Object.keys(progress.runs);
  const numberOf = (name: string | null | undefined): number | null => {
    const number = name == null ? -1 : names.indexOf(name);
    return number < 0 ? null : number;
  };
  return {
    format: FORMAT,
    version: VERSION,
    ...head,
    finished: progress.finished,
    answers: Object.entries(progress.answers).map(([id, { given, correct, run }]) => ({
      id,
      given,
      correct,
      run: numberOf(run),
    })),
    tasks: Object.entries(progress.tasks).map(([id, { met, hints, shown, run }]) => ({
      id,
      met,
      hints,
      shown,
      run: numberOf(run),
    })),
    tables: Object.entries(progress.tables).map(([id, rows]) => ({
      id,
      rows: rows.slice(0, ROWS).map((cells, row) => ({ cells, run: numberOf(progress.rowRuns[id]?.[row]) })),
    })),
    runs: Object.values(progress.runs),
  };
}
