/** Texts about the progress as a file. */

/** Buttons, and messages about files. */
export const PROGRESS_FILE = {
  save: 'Save progress',
  open: 'Add progress from a file',
  field: 'File with progress',
  name: 'bufferlab-progress.json',
  added: 'The progress of the file was added. Your own answers were not changed.',
  tooLarge: 'The file is larger than 5 MB. Files of “Save progress” are accepted.',
  notProgress: 'The file has no progress. Files of “Save progress” are accepted.',
  file: 'The file',
  newer: (version: string) =>
    `The file has version ${version} of the format; version 1 is accepted. Reload the page to get the newest version.`,
  refused: (place: string, accepted: string) => `The file cannot be read at ${place}: expected ${accepted}.`,
  lessons: (most: number) =>
    `The file has too many lessons, or an invalid name of a lesson. At most ${most} are accepted.`,
  forget: 'Forget progress',
  confirm: 'Forget the answers of all lessons in this browser? Save them first if you need them.',
} as const;
