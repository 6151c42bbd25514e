/** Finding presets: every word must occur somewhere in the title, the notice, the source or the id. */
import type { Preset } from '../engine/catalog';

export function searchPresets(presets: Preset[], query: string): Preset[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  return presets.filter((preset) => {
    const text = plain(`${preset.id} ${preset.title} ${preset.notice} ${preset.source}`);
    return words.every((word) => text.includes(word));
  });
}

/** Small letters without accents. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}
