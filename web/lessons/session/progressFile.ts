/**
 * Progress of this browser as a file, to move it to another one. A file is untrusted: its size and the form of each value
 * are checked, and a file with a value of another form is refused with its path.
 */
import { isRecord } from '../../scenario/path';
import { parseObject } from '../../url/json';
import { ACCEPTED } from '../../url/lazyStrings';
import { quoted } from '../../url/quoted';
import { CELLS, ENTRIES, RUNS, TEXT_LENGTH } from '../handin/limits';
import { response } from '../handin/response';
import { runRecord } from '../handin/runRecord';
import {
  flag,
  integer,
  list,
  object,
  orElse,
  orNull,
  recordOf,
  Refused,
  text as limitedText,
  type Reader,
} from '../../url/untrusted';
import { PROGRESS_FILE } from './progressStrings';
import { NOT_BEGUN, type Answered, type Attempt, type LessonProgress } from './storedProgress';

/** Largest accepted file, in bytes. */
export const PROGRESS_BYTES = 5_000_000;
/** Most lessons of a file. */
export const PROGRESS_LESSONS = 500;
/** Most rows of a table; a receipt has fewer. */
const PROGRESS_ROWS = 10_000;

const KEY = /^[\w./-]{1,300}$/;

/** Returns the text of the file. */
export function progressText(lessons: Readonly<Record<string, LessonProgress>>): string {
  return JSON.stringify({ bufferlab: 'progress', version: 1, lessons }, null, 1);
}

/** Progress in a file by lesson, or why the file is refused. */
export type ReadProgress =
  | { ok: true; lessons: readonly (readonly [key: string, progress: LessonProgress])[] }
  | { ok: false; message: string };

/** Reads the text of a file with progress. */
export function readProgressText(text: string): ReadProgress {
  if (text.length > PROGRESS_BYTES) return { ok: false, message: PROGRESS_FILE.tooLarge };
  const file = parseObject(text, PROGRESS_FILE.file);
  if (!file.ok) return { ok: false, message: PROGRESS_FILE.notProgress };
  const { bufferlab, version, lessons } = file.value;
  if (bufferlab !== 'progress') return { ok: false, message: PROGRESS_FILE.notProgress };
  if (version !== 1)
    return { ok: false, message: PROGRESS_FILE.newer(quoted(JSON.stringify(version ?? null), 20)) };
  if (!isRecord(lessons)) return { ok: false, message: PROGRESS_FILE.refused('lessons', ACCEPTED.object) };
  const entries = Object.entries(lessons);
  if (entries.length > PROGRESS_LESSONS || entries.some(([key]) => !KEY.test(key) || key === '__proto__'))
    return { ok: false, message: PROGRESS_FILE.lessons(PROGRESS_LESSONS) };
  try {
    return { ok: true, lessons: entries.map(([key, value]) => [key, progress(value, `lessons.${key}`)]) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { ok: false, message: PROGRESS_FILE.refused(error.place, error.accepted) };
  }
}

const run = orNull(limitedText(100));

/** Reads the progress in a lesson. Earlier versions wrote no runs, so a missing field is that of a lesson not begun. */
const progress: Reader<LessonProgress> = object<LessonProgress>({
  step: orElse(integer(0), NOT_BEGUN.step),
  finished: orElse(flag, NOT_BEGUN.finished),
  answers: orElse(recordOf(object<Answered>({ given: response, correct: orNull(flag), run }), ENTRIES), {}),
  tasks: orElse(recordOf(object<Attempt>({ met: flag, hints: integer(0), shown: flag, run }), ENTRIES), {}),
  tables: orElse(recordOf(list(list(limitedText(TEXT_LENGTH), CELLS), PROGRESS_ROWS), ENTRIES), {}),
  rowRuns: orElse(recordOf(list(run, PROGRESS_ROWS), ENTRIES), {}),
  runs: orElse(recordOf(runRecord, RUNS), {}),
});
