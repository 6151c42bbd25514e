/** Fetches courses and lessons: text files in a folder beside the page, which needs no build. */
import { inflatedText } from './packed';
import { parseCourse } from '../format/course';
import type { Course, Lesson, Read } from '../format/lesson';
import { FILE_BYTES } from '../format/limits';
import type { Names } from '../format/names';
import { parseLesson } from '../format/parse';
import { crc32 } from '../../url/checksum';
import { LIBRARY } from '../viewStrings';
import type { Place } from './address';

/** Reads the course in a folder beside the page. */
export async function readCourse(folder: string): Promise<Read<Course>> {
  const text = await textAt(`${folder}/course.md`);
  if (!text.ok) return text;
  const parsed = parseCourse(text.value);
  return parsed.ok ? { ok: true, value: parsed.course } : parsed;
}

/** Reads the lesson of a place: from its folder, or from the link itself. */
export async function readLesson({ folder, id, packed }: Place): Promise<Read<Lesson>> {
  const text = packed === null ? await textAt(`${folder}/${id ?? ''}.md`) : inflatedText(packed);
  if (!text.ok) return text;
  return lessonOf(text.value);
}

/** Names of a lesson, which its editor checks. */
interface WithNames {
  names: Names;
}

/** Parses the text of a lesson. */
export function lessonOf(text: string): Read<Lesson> & WithNames {
  const parsed = parseLesson(text);
  if (!parsed.ok) return parsed;
  texts.set(parsed.lesson, text);
  return { ok: true, value: parsed.lesson, names: parsed.names };
}

const texts = new WeakMap<Lesson, string>();

/** Returns the text of a lesson that was read here. */
export function textOf(lesson: Lesson): string {
  return texts.get(lesson) ?? '';
}

/** Returns the CRC-32 of a lesson's text, as 8 hexadecimal digits: a name of its version for people. */
export function checksumOf(lesson: Lesson): string {
  return crc32(new TextEncoder().encode(textOf(lesson)))
    .toString(16)
    .padStart(8, '0');
}

async function textAt(path: string): Promise<Read<string>> {
  const failed = (message: string): Read<string> => ({ ok: false, problems: [{ line: 0, message }] });
  try {
    const response = await fetch(path);
    if (!response.ok) return failed(LIBRARY.missing(path));
    // A host may answer an unknown path with the page itself.
    if ((response.headers.get('content-type') ?? '').includes('html')) return failed(LIBRARY.missing(path));
    const text = await response.text();
    return text.length > FILE_BYTES ? failed(LIBRARY.tooLong(text.length)) : { ok: true, value: text };
  } catch {
    return failed(LIBRARY.unreachable(path));
  }
}
