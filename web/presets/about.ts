/**
 * What is said of the experiment that is open: its own note, or what to notice in the preset that it is.
 *
 * A note always wins: whoever made the link wrote it. A preset's text holds for the preset alone; with other
 * figures "every 12.5 s" is wrong, so that a changed one is only said to be based on it. Another seed or other
 * words change nothing of what is to be noticed.
 */
import type { Preset } from '../engine/catalog';
import type { LabState } from '../lab/state';
import type { Scenario } from '../scenario/types';

export interface About {
  note: string;
  /** The preset that it is or, where `changed`, was. */
  preset: Preset | null;
  changed: boolean;
}

type Known = Pick<LabState, 'presets' | 'presetId' | 'document' | 'current' | 'completed'>;

export function aboutOf({ presets, presetId, document, current, completed }: Known): About {
  const note = document?.note ?? '';
  const same = presets.find(({ id }) => id === presetId);
  if (same) return { note, preset: same, changed: false };
  // Its title says which preset an experiment out of a link came from.
  const based = presets.find((preset) => titles(preset).includes(document?.title ?? '')) ?? null;
  const whole = based && completed[based.id];
  const changed = !whole || !current || essence(whole) !== essence(current);
  return { note, preset: based, changed };
}

/** Titles that a preset has or had in earlier versions. */
function titles({ title, former_titles }: Preset): string[] {
  return [title, ...former_titles].filter((name) => name !== '');
}

/** All of a scenario but its seed, its words and the edits that led to it. */
function essence(scenario: Scenario): string {
  const groups = scenario.groups.map((group) => ({ ...group, label: '' }));
  return JSON.stringify({ ...scenario, groups, seed: 0, title: '', note: '', edits: [] });
}
