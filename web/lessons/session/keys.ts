/** Names of lessons in the progress. */
import { OWN_FOLDER } from '../source/address';

/** Returns the name of a lesson of a course; lessons of the built-in course have no folder in it. */
export function keyOf(folder: string, id: string): string {
  return folder === OWN_FOLDER ? id : `${folder}/${id}`;
}

/** Start of the names of lessons in links. */
const LINK = 'link/';

/** Returns the name of a lesson in a link, by the checksum of its text. */
export function keyOfLink(checksum: string): string {
  return LINK + checksum;
}

/** Whether a name is that of a lesson in a link. */
export function isOfLink(key: string): boolean {
  return key.startsWith(LINK);
}

/** Whether a name is that of a lesson of the built-in course. */
export function isOfCourse(key: string): boolean {
  return !key.includes('/');
}
