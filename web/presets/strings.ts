/** Texts about the open experiment. Texts of the gallery: `lazyStrings.ts`. */

/** The note or the notice of the open experiment. */
export const NOTICE = {
  note: 'Note',
  preset: 'What to notice',
  changed: 'Changed preset',
  basedOn: (title: string) => `Based on “${title}”.`,
  restore: 'Restore the preset',
  showAnswer: 'Show the answer',
  hideAnswer: 'Hide the answer',
} as const;
