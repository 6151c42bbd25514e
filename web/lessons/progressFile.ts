/** Progress of this browser as a file, to move it to another one. A file is untrusted: its size and its form are checked. */
import { isRecord } from '../scenario/path';
import { PROGRESS_FILE } from './progressStrings';
import { readStored, type LessonProgress } from './storedProgress';

/** Largest accepted file, in bytes. */
export const PROGRESS_BYTES = 5_000_000;
/** Most lessons of a file. */
export const PROGRESS_LESSONS = 500;

const KEY = /^[\w./-]{1,300}$/;

/** Returns the text of the file. */
export function progressText(lessons: Readonly<Record<string, LessonProgress>>): string {
  return JSON.stringify({ bufferlab: 'progress', version: 1, lessons }, null, 1);
}

/** Progress in a file by lesson, or why the file is refused. */
export type ReadProgress =
  | { ok: true; lessons: readonly (readonly [key: string, progress: LessonProgress])[] }
  | { ok: false; message: string };

/** Reads a file. Answers that are not of our form are left out. */
export function readProgressText(text: string): ReadProgress {
  if (text.length > PROGRESS_BYTES) return { ok: false, message: PROGRESS_FILE.tooLarge };
  const file = parsed(text);
  if (!isRecord(file) || file.bufferlab !== 'progress' || file.version !== 1 || !isRecord(file.lessons))
    return { ok: false, message: PROGRESS_FILE.notProgress };
  const entries = Object.entries(file.lessons);
  if (entries.length > PROGRESS_LESSONS || entries.some(([key]) => !KEY.test(key) || key === '__proto__'))
    return { ok: false, message: PROGRESS_FILE.lessons(PROGRESS_LESSONS) };
  return { ok: true, lessons: entries.map(([key, value]) => [key, readStored(value)]) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
