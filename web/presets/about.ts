/**
 * Text about the open experiment: its own note, or the notice of its preset.
 *
 * A note comes first, because the author of the link wrote it. The notice of a preset is true only for the unchanged
 * preset. A changed one is therefore only described as based on the preset. The notice also holds with another seed and
 * with other titles and labels.
 */
import type { Preset } from '../engine/catalog';
import type { LabState } from '../lab/state';
import { presetOfTitle } from '../lab/title';
import type { Scenario } from '../scenario/types';

/** Note and preset of the open experiment. */
export interface About {
  /** Note of the experiment; empty if it has none. */
  note: string;
  /** Preset of the experiment; null if it comes from none. */
  preset: Preset | null;
  /** Whether the experiment differs from the preset. */
  changed: boolean;
}

type Known = Pick<LabState, 'presets' | 'presetId' | 'document' | 'current' | 'completed'>;

/** Finds the note and the preset of the open experiment. */
export function aboutOf({ presets, presetId, document, current, completed }: Known): About {
  const note = document?.note ?? '';
  const same = presets.find(({ id }) => id === presetId);
  if (same) return { note, preset: same, changed: false };
  // The title of an experiment from a link names its preset.
  const based = presetOfTitle(presets, document?.title ?? '');
  const whole = based && completed[based.id];
  const changed = !whole || !current || essence(whole) !== essence(current);
  return { note, preset: based, changed };
}

/** Returns a scenario as JSON without its seed, title, note, labels and edits. */
function essence(scenario: Scenario): string {
  const groups = scenario.groups.map((group) => ({ ...group, label: '' }));
  return JSON.stringify({ ...scenario, groups, seed: 0, title: '', note: '', edits: [] });
}
