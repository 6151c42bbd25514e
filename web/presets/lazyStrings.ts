/** Texts of the gallery of presets, which is loaded after the first picture. */
import { count, integer, list } from '../ui/language';

const PRESETS = { one: 'preset', other: 'presets' };

/** The gallery with its search. */
export const GALLERY = {
  title: 'Presets',
  create: 'New experiment',
  search: 'Find a preset',
  placeholder: 'Find a preset, for example: VoIP, CUBIC, bufferbloat, 10 Gb/s',
  compiling: 'Presets appear when the simulator is ready.',
  all: (presets: number) => `${count(presets, PRESETS)}. Enter opens the first.`,
  found: (found: number, presets: number) =>
    `${integer(found)} of ${count(presets, PRESETS)}. Enter opens the first.`,
  none: (query: string, presets: number, topics: readonly string[]) =>
    `No presets match “${query}”. There are ${count(presets, PRESETS)} about these topics: ${list(topics)}.`,
} as const;

/** The drawing on a card. */
export const OUTLINE = {
  group: (id: string, flows: number) => `${id} ×${integer(flows)}`,
  reverse: (group: string) => `${group} (reverse)`,
  link: (rate: string, buffer: string) => `${rate} with a buffer of ${buffer}`,
  text: (groups: readonly string[], links: readonly string[]) =>
    `${groups.join(', ') || 'No flows'} through ${links.join(', then ')}`,
  withQueue: (outline: string, seconds: number) =>
    `${outline}. Below: queue of the first bottleneck during ${count(seconds, { one: 'second', other: 'seconds' })} of the run`,
  unknown: '?',
} as const;

/** The list of earlier work. */
export const EARLIER = {
  title: 'Earlier work in this browser',
  delete: 'Delete',
  deleteWork: (title: string) => `Delete ${title}`,
  more: (works: number) => `and ${integer(works)} older`,
} as const;
