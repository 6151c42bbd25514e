/** Finding presets: every word must occur in the title, the notice, the source or the id; titles come first. */
import type { Preset } from '../engine/catalog';

export function searchPresets(presets: Preset[], query: string): Preset[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  const saying = (text: (preset: Preset) => string) =>
    presets.filter((preset) => words.every((word) => plain(text(preset)).includes(word)));
  const named = saying(({ id, title }) => `${id} ${title}`);
  const all = saying(({ id, title, notice, source }) => `${id} ${title} ${notice} ${source}`);
  return [...named, ...all.filter((preset) => !named.includes(preset))];
}

/** Small letters without accents. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}
