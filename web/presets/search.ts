/** Search of presets: every word must occur in their texts or keywords. Presets with all words in the title come first. */
import type { Preset } from '../engine/catalog';

/** Returns the presets that contain all words of a query. */
export function searchPresets(presets: readonly Preset[], query: string): Preset[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  const containing = (text: (preset: Preset) => string) =>
    presets.filter((preset) => words.every((word) => plain(text(preset)).includes(word)));
  const named = containing(({ id, title }) => `${id} ${title}`);
  const all = containing(({ id, title, topic, notice, answer, source, keywords }) =>
    [id, title, topic, notice, answer, source, ...keywords].join(' '),
  );
  return [...named, ...all.filter((preset) => !named.includes(preset))];
}

/** Returns a text in small letters and without accents. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}
