/** Collects the problems of a file. */
import type { LessonProblem } from './lesson';
import { PROBLEMS } from './limits';

/** Problems that are collected before they are sorted; a file with more of them is reported in part. */
const MOST_COLLECTED = 500;

/** The problems of one file. Methods that report return null, the value of a part that cannot be read. */
export class Problems {
  private readonly found: LessonProblem[] = [];

  /** Adds a problem, unless the same one is known for this line. */
  add(line: number, message: string): null {
    const known = this.found.some((one) => one.line === line && one.message === message);
    if (!known && this.found.length < MOST_COLLECTED) this.found.push({ line, message });
    return null;
  }

  /** Whether nothing was reported. */
  get none(): boolean {
    return this.found.length === 0;
  }

  /** Returns the first problems of the file, by line. */
  list(): LessonProblem[] {
    return [...this.found].sort((a, b) => a.line - b.line).slice(0, PROBLEMS);
  }
}
