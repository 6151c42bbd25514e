/** A property that holds for any text: it is a lesson with known parts, or has problems that a person can find. */
import { PROBLEMS } from '../../web/lessons/format/limits';
import { parseCourse, type ParsedCourse } from '../../web/lessons/format/course';
import { parseLesson, type ParsedLesson } from '../../web/lessons/format/parse';
import type { LessonProblem } from '../../web/lessons/format/lesson';

/** Parses a text as a lesson and as a course; returns the lesson. Throws an error that says what is wrong with a result. */
export function holds(text: string): ParsedLesson {
  courseHolds(text);
  return lessonHolds(text);
}

/** Parses a text as a course. Throws an error that says what is wrong with the result. */
export function courseHolds(text: string): ParsedCourse {
  const course = parseCourse(text);
  if (!course.ok) checkProblems(course.problems, linesOf(text));
  return course;
}

/** Parses a text as a lesson. Throws an error that says what is wrong with the result. */
export function lessonHolds(text: string): ParsedLesson {
  const lesson = parseLesson(text);
  if (!lesson.ok) {
    checkProblems(lesson.problems, linesOf(text));
    return lesson;
  }
  const json = JSON.stringify(lesson.lesson);
  const refused =
    /"type":"(?:html|image|imageReference|linkReference|definition|leafDirective|containerDirective|yaml)"/;
  if (refused.test(json)) throw new Error(`a lesson has a node ${refused.exec(json)![0]}`);
  if (/"url":"(?!#|https:|[\w-]+\.md")/.test(json)) throw new Error('a lesson has another link');
  if (lesson.lesson.steps.length === 0) throw new Error('a lesson has no step');
  return lesson;
}

const linesOf = (text: string): number => text.split(/\r\n|\n|\r/).length;

function checkProblems(problems: readonly LessonProblem[], lines: number): void {
  if (problems.length === 0 || problems.length > PROBLEMS) throw new Error(`${problems.length} problems`);
  for (const { line, message } of problems) {
    if (!Number.isInteger(line) || line < 1 || line > lines)
      throw new Error(`line ${line} of ${lines}: ${message}`);
    // A message is a sentence on one line, also if it quotes the text.
    if (!/[.…”]$/.test(message) || /[\p{Cc}\u2028\u2029]/u.test(message) || message.length > 1000)
      throw new Error(`a message is no sentence: ${JSON.stringify(message)}`);
    if (/\bundefined\b|\[object|\bNaN\b/.test(message) && !/“[^”]*(?:undefined|object|NaN)/.test(message))
      throw new Error(`a message has an internal value: ${message}`);
  }
}
