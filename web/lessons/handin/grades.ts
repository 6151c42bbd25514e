/** The table of grades: one row per student, one column per part of the lesson; as a CSV file too. */
import { csvText, safeCell } from '../../sweep/csv';
import type { Lesson } from '../format/lesson';
import type { Mark, RunCheck } from './judging';
import { headOf, partsOf } from './outline';
import type { Receipt } from './receipt';
import { GRADES } from './strings';

/** Row of the table. */
export interface Grade {
  receipt: Receipt;
  /** Name of the file. */
  file: string;
  /** One for each part of the lesson. */
  marks: readonly Mark[];
  /** One for each run of the receipt. */
  checks: readonly RunCheck[];
  /** Remarks about the whole receipt. */
  remarks: readonly string[];
}

/** Number of genuine runs, of others that were replayed, and of all. */
export interface RunCounts {
  genuine: number;
  wrong: number;
  all: number;
}

/** Counts the runs of a row by their states. */
export function runCounts(checks: readonly RunCheck[]): RunCounts {
  const count = (...states: RunCheck['state'][]): number =>
    checks.filter(({ state }) => states.includes(state)).length;
  return { genuine: count('genuine'), wrong: count('differs', 'foreign', 'refused'), all: checks.length };
}

/** Returns the table as CSV, with two columns for each part, headed by its words: the answer and its mark. */
export function gradesCsv(lesson: Lesson, grades: readonly Grade[]): string {
  const parts = partsOf(lesson);
  const heads = [
    ...[GRADES.student, GRADES.file, GRADES.saved, GRADES.version],
    ...parts.flatMap((part) => [GRADES.answer(headOf(part), part.id), GRADES.mark(headOf(part), part.id)]),
    ...[GRADES.right, GRADES.runs, GRADES.genuine, GRADES.remarks],
  ];
  const rows = grades.map(({ receipt, file, marks, checks, remarks }) => [
    ...[receipt.student, file, receipt.saved, receipt.lesson.checksum],
    ...marks.flatMap(({ text, state }) => [text, GRADES.states[state]]),
    ...[rightOf(marks), checks.length, runCounts(checks).genuine],
    [...marks.map(({ note }) => note), ...remarks].filter(Boolean).join(' '),
  ]);
  return csvText([heads, ...rows].map((row) => row.map(safeCell)));
}

/** Returns the number of right parts. */
export function rightOf(marks: readonly Mark[]): number {
  return marks.filter(({ state }) => state === 'right').length;
}
