/** Texts of the search over presets, lessons, figures, terms and commands. */
import { count } from '../ui/language';

/** Kind of a result. */
export type ResultKind = 'preset' | 'lesson' | 'figure' | 'term' | 'command';

/** Name of each kind, as a row shows it. */
export const KIND: Readonly<Record<ResultKind, string>> = {
  preset: 'Preset',
  lesson: 'Lesson',
  figure: 'Figure',
  term: 'Term',
  command: 'Command',
};

/** Texts of the dialog. */
export const SEARCH = {
  title: 'Search',
  field: 'Search presets, lessons, figures, terms and commands',
  placeholder: 'Zoom, bufferbloat, 10 Gb/s, CUBIC, Figure 11 …',
  results: 'Results',
  found: (results: number) => `${count(results, { one: 'result', other: 'results' })}. Enter opens the best.`,
  none: (query: string) =>
    `Nothing matches “${query}”. Try a word of your network, such as “Wi-Fi”, “video call” or “ACK”.`,
  about: 'Type a word. Arrow keys choose, and Enter opens.',
  figure: (paper: string, place: string) => `${paper}, ${place}`,
  minutes: (minutes: number) => count(minutes, { one: 'minute', other: 'minutes' }),
} as const;
