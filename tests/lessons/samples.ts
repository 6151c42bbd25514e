/** Lessons from which random ones are made: the one with every block, the examples of the documentation, hostile texts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostile } from './hostile';

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');

/** The lesson with every block. */
export const fullLesson = read('tests/lessons/full.md');

/** Examples of `FORMAT.md` of one kind: `lesson`, `block` or `course`. */
export function formatExamples(kind: 'lesson' | 'block' | 'course'): string[] {
  const format = read('public/lessons/FORMAT.md');
  return [...format.matchAll(new RegExp(`^~~~${kind}\n([^]*?)^~~~$`, 'gm'))].map((match) => match[1]!);
}

/** Correct lessons and courses. */
export const correct: readonly string[] = [
  fullLesson,
  ...formatExamples('lesson'),
  ...formatExamples('course'),
];

/** All that random lessons take parts from. */
export const parts: readonly string[] = [
  ...correct,
  ...formatExamples('block'),
  ...hostile.map(([, make]) => make(3000)),
];
