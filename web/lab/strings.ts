/** Messages of the Lab's state: what is missing for an action, and names of links. */

/** Messages of refused actions. */
export const MESSAGE = {
  closed: 'This lesson keeps it as it is.',
  noPresets: 'The simulator has no presets.',
  noEngine: 'The simulator is not running. Restart it first.',
  noExperiment: 'There is no experiment yet.',
  nothingToChange: 'There is no experiment to change yet.',
  nothingToStart: 'There is no experiment to start yet.',
  untitled: 'Untitled experiment',
} as const;

/** Titles of experiments that are based on a preset. */
export const TITLE = {
  changed: (title: string) => `${title}, changed`,
} as const;

/** Names of links, as in the engine. */
export const LINK_NAME = {
  edge: (id: string) => `edge ${id}`,
  reverse: ', reverse',
} as const;
