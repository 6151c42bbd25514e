/** Texts of embedded lessons. */

/** Reasons why a message of the host page is refused. */
export const REFUSED = {
  version: (version: number) => `bufferlab: only version ${version} is accepted.`,
  type: 'type: hello, open, theme and getProgress are accepted.',
  lesson: 'lesson: the part of a lesson’s address after #learn/ is accepted, such as sawtooth.',
  step: (most: number) => `step: an integer from 1 to ${most} is accepted.`,
  theme: 'theme: system, light and dark are accepted.',
} as const;
