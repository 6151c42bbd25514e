/** Links and short codes of a lesson: `sawtooth/3` is the third step of the lesson `sawtooth`. */
import { COURSE_MAP, fragmentOf, isLesson, placeOf, type Place } from '../source/address';
import { isId } from '../format/paths';
import { CODE } from './strings';

/** Place that a code names, or why there is none. */
export type Opened = { ok: true; place: Place } | { ok: false; message: string };

/** Length of the longest code, characters; a whole lesson in a link has up to about 300,000. */
const LONGEST = 400_000;

/** Returns the students' link to a place; `page` is the address of the page. */
export function studentLink(place: Place, page: string): string {
  return page.replace(/[?#].*$/s, '') + fragmentOf({ ...place, showing: 'read' });
}

/** Returns the short code of a lesson of a course; null for a lesson in a link. */
export function shortCode({ id, step }: Place): string | null {
  return id === null ? null : step > 0 ? `${id}/${step + 1}` : id;
}

/** Reads a code or a whole link; `lessons` are the ids of the course in `folder`. */
export function openCode(typed: string, folder: string, lessons: readonly string[]): Opened {
  const text = typed.trim();
  if (text === '') return { ok: false, message: CODE.empty };
  if (text.length > LONGEST) return { ok: false, message: CODE.notAccepted };
  const fragment = text.includes('#') ? text.slice(text.indexOf('#')) : null;
  return fragment === null ? openShort(text, folder, lessons) : openLink(fragment);
}

function openLink(fragment: string): Opened {
  const place = placeOf(fragment);
  if (isLesson(place)) return { ok: true, place };
  return { ok: false, message: fragment.startsWith('#learn') ? CODE.noLesson : CODE.otherLink };
}

function openShort(text: string, folder: string, lessons: readonly string[]): Opened {
  // Phones begin a text with a capital letter.
  const [id = '', step, ...rest] = text.toLowerCase().split('/');
  if (!isId(id) || rest.length > 0) return { ok: false, message: CODE.notAccepted };
  if (!lessons.includes(id)) return { ok: false, message: CODE.unknown(id) };
  if (step !== undefined && !/^[1-9]\d?$/.test(step)) return { ok: false, message: CODE.step };
  return { ok: true, place: { ...COURSE_MAP, folder, id, step: step === undefined ? 0 : Number(step) - 1 } };
}
