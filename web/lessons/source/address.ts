/**
 * Addresses of the Learn view: `#learn` for the course map, `#learn/sawtooth` for a lesson, `#learn/sawtooth/3` for its third
 * step. A course in another folder of the site comes first: `#learn/in=networks%2Fspring/sawtooth`. A whole lesson in a link is
 * `#learn/text=…`, its text compressed. `#learn/edit` is the editor,
 * and `#learn/grade` the grading view.
 *
 * A lesson is presented to a class at `#learn/present/sawtooth/3`, and printed at `#learn/worksheet/sawtooth` and
 * `#learn/solutions/sawtooth`; the rest of these addresses is the same.
 */

const VIEW = '#learn';

/** Folder of the built-in course, relative to the page. */
export const OWN_FOLDER = 'lessons';

/** How a lesson is shown: to a student, to a class, or on paper without or with solutions. */
export type Showing = 'read' | (typeof IN_CLASS)[number];

const IN_CLASS = ['present', 'worksheet', 'solutions'] as const;

/** Words with a meaning of their own in an address, which are no ids of lessons. */
export const RESERVED: ReadonlySet<string> = new Set(['edit', 'grade', ...IN_CLASS]);

/** Course, lesson and step that an address names. */
export interface Place {
  /** Folder of the course, relative to the page. */
  folder: string;
  /** Id of the lesson, which is the name of its file without `.md`; null for the course map. */
  id: string | null;
  /** Compressed text of a lesson in the link; null for a lesson of a course. */
  packed: string | null;
  /** Step of the lesson, from 0. */
  step: number;
  /** Whether the editor is open. */
  editing: boolean;
  showing: Showing;
  /** Whether the grading view is open. */
  grading: boolean;
}

/** The course map of the built-in course. */
export const COURSE_MAP: Place = {
  folder: OWN_FOLDER,
  id: null,
  packed: null,
  step: 0,
  editing: false,
  showing: 'read',
  grading: false,
};

/** A relative path that stays below the page: words with single slashes between them. */
const FOLDER = /^[\w-][\w.-]{0,63}(\/[\w-][\w.-]{0,63}){0,7}$/;
const ID = /^[a-z0-9][\w-]{0,63}$/i;

/** Returns the place that a fragment names; what it does not understand names the course map. */
export function placeOf(hash: string): Place {
  if (!hash.startsWith(`${VIEW}/`)) return COURSE_MAP;
  const parts = hash.slice(VIEW.length + 1).split('/');
  const showing = IN_CLASS.find((one) => one === parts[0]);
  if (showing === undefined || parts.length === 1) return lessonAt(parts);
  const place = lessonAt(parts.slice(1));
  return isLesson(place) ? { ...place, showing } : place;
}

/** Whether a place is a lesson, and neither a course map nor the editor. */
export function isLesson({ id, packed }: Place): boolean {
  return id !== null || packed !== null;
}

function lessonAt(parts: readonly string[]): Place {
  const first = parts[0] ?? '';
  if (first === 'edit') return { ...COURSE_MAP, editing: true };
  if (first === 'grade') return { ...COURSE_MAP, grading: true };
  if (first.startsWith('text=')) return { ...COURSE_MAP, packed: first.slice(5), step: stepOf(parts[1]) };
  const folder = first.startsWith('in=') ? folderOf(first.slice(3)) : OWN_FOLDER;
  const [id, step] = first.startsWith('in=') ? parts.slice(1) : parts;
  if (folder === null || id === undefined || !ID.test(id))
    return { ...COURSE_MAP, folder: folder ?? OWN_FOLDER };
  return { ...COURSE_MAP, folder, id, step: stepOf(step) };
}

/** Returns the fragment of a place. */
export function fragmentOf({ folder, id, packed, step, editing, grading, showing }: Place): string {
  if (grading) return `${VIEW}/grade`;
  if (editing) return `${VIEW}/edit`;
  const view = showing === 'read' ? VIEW : `${VIEW}/${showing}`;
  const tail = step > 0 ? `/${step + 1}` : '';
  if (packed !== null) return `${view}/text=${packed}${tail}`;
  const course = folder === OWN_FOLDER ? '' : `/in=${encodeURIComponent(folder)}`;
  return `${view}${course}${id === null ? '' : `/${id}${tail}`}`;
}

function folderOf(encoded: string): string | null {
  try {
    const folder = decodeURIComponent(encoded);
    return FOLDER.test(folder) ? folder : null;
  } catch {
    return null;
  }
}

function stepOf(text = ''): number {
  return /^[1-9]\d?$/.test(text) ? Number(text) - 1 : 0;
}
