/** Lessons for tests. */
import type { Lesson, LessonProblem } from './format/lesson';
import { parseLesson } from './format/parse';

/** Front matter with the required fields; it has six lines. */
export const FRONT = "---\ntitle: Test\nlevel: 1\nminutes: 5\nsources: ['RFC 9293.']\n---\n";

/** A scene, which other blocks need; it has six lines. */
export const SCENE = ':::scene\n```yaml\npreset: one-flow\n```\nOne sender.\n:::\n';

/** Returns the problems of a whole file as `line: message`. */
export function problemsOf(file: string): string[] {
  const parsed = parseLesson(file);
  return parsed.ok ? [] : parsed.problems.map(shown);
}

/** Returns the problems of a step; line 1 is the line after its heading, or after its scene if it has one. */
export function problemsIn(body: string, scene = ''): string[] {
  const before = `${FRONT}\n## Step\n${scene}`;
  const parsed = parseLesson(`${before}${body}\n`);
  const lines = before.split('\n').length - 1;
  return parsed.ok ? [] : parsed.problems.map(({ line, message }) => shown({ line: line - lines, message }));
}

/** Returns a lesson with this step, which must be correct. */
export function lessonOf(body: string): Lesson {
  const parsed = parseLesson(`${FRONT}\n## Step\n\n${body}\n`);
  if (!parsed.ok) throw new Error(parsed.problems.map(shown).join('\n'));
  return parsed.lesson;
}

const shown = ({ line, message }: LessonProblem): string => `${line}: ${message}`;
