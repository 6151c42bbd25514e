/** The lessons that explain a preset or a figure of the papers. The build reads them from the course (`.ci/lessons.mjs`). */
import built from 'virtual:lessons';

/** A lesson of the built-in course, as a link names it. */
export interface LessonLink {
  id: string;
  /** Title in the course, which is shorter than that of the lesson. */
  title: string;
  minutes: number;
}

/** Lessons in the order of the course, and the places of those that explain a preset or a figure. */
export interface LessonLinks {
  lessons: readonly LessonLink[];
  presets: Readonly<Record<string, readonly number[]>>;
  figures: Readonly<Record<string, readonly number[]>>;
}

/** Kind of what a lesson explains. */
export type Explained = 'presets' | 'figures';

const links = built as LessonLinks;

/** Returns the lessons that explain a preset or a figure, in the order of the course; none for an unknown id. */
export function lessonsAbout(kind: Explained, id: string): LessonLink[] {
  const places = Object.hasOwn(links[kind], id) ? (links[kind][id] ?? []) : [];
  return places.flatMap((place) => links.lessons[place] ?? []);
}

/** Returns the first lesson of the course; null if there is none. */
export function firstLesson(): LessonLink | null {
  return links.lessons[0] ?? null;
}

/** Returns all lessons of the course, in its order. */
export function allLessons(): readonly LessonLink[] {
  return links.lessons;
}
