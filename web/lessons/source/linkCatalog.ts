/**
 * Which lessons explain a preset or a figure of the papers, from the front matter of the built-in course. `.ci/lessons.mjs`
 * makes it when the page is built, so that the Lab and the Papers view need no parser.
 */
import type { LessonLink, LessonLinks } from '../../learn/lessons';
import { parseCourse } from '../format/course';
import type { Lesson } from '../format/lesson';
import { parseLesson } from '../format/parse';

/** Texts of the files of a course, by name without extension. */
export type CourseFiles = Readonly<Record<string, string>>;

/** A lesson that can be read, with its id and its short title in the course. */
type Named = Lesson & { id: string };

/** Makes the links; a lesson or a course that cannot be read has none. */
export function linksOf(files: CourseFiles): LessonLinks {
  const lessons = lessonsOf(files);
  return {
    lessons: lessons.map(({ id, title, minutes }): LessonLink => ({ id, title, minutes })),
    presets: byEntry(lessons, ({ presets }) => presets),
    figures: byEntry(lessons, ({ figures }) => figures),
  };
}

/** Returns the lessons in the order of the course. */
function lessonsOf(files: CourseFiles): Named[] {
  const parsed = parseCourse(files.course ?? '');
  const listed = parsed.ok ? parsed.course.topics.flatMap(({ lessons }) => lessons) : [];
  return listed.flatMap(({ id, title }) => {
    const read = parseLesson(files[id] ?? '');
    return read.ok ? [{ ...read.lesson, id, title }] : [];
  });
}

/** Returns, for each entry, the places of its lessons in the course. */
function byEntry(lessons: readonly Named[], entriesOf: (lesson: Lesson) => readonly string[]) {
  const all = new Set(lessons.flatMap(entriesOf));
  const placesOf = (entry: string): number[] =>
    [...lessons.keys()].filter((place) => entriesOf(lessons[place]!).includes(entry));
  return Object.fromEntries([...all].map((entry) => [entry, placesOf(entry)]));
}
