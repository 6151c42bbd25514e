/** Names of lessons in the progress. */
import { OWN_FOLDER } from './address';

/** Returns the name of a lesson of a course; lessons of the built-in course have no folder in it. */
export function keyOf(folder: string, id: string): string {
  return folder === OWN_FOLDER ? id : `${folder}/${id}`;
}
