/**
 * Title of the open experiment in headings, charts and files.
 *
 * A preset with changed fields keeps its title in the document, so that links and files still name its origin. The title
 * that is shown then says that the preset was changed; another seed, note or label is no change.
 */
import type { Preset } from '../engine/catalog';
import type { Scenario } from '../scenario/types';
import type { LabState } from './state';
import { TITLE } from './strings';

/** Returns the preset that has, or had in an earlier version, this title; null if there is none. */
export function presetOfTitle(presets: readonly Preset[], title: string): Preset | null {
  const has = (preset: Preset) => preset.title === title || preset.former_titles.includes(title);
  return title === '' ? null : (presets.find(has) ?? null);
}

/**
 * Returns the title of the open experiment, with a remark if it differs from the preset of this title; empty without a
 * title. The defaults of a preset are known soon after an experiment is opened; until then no remark is made.
 */
export function shownTitle({
  document,
  presets,
  presetId,
  completed,
}: Pick<LabState, 'document' | 'presets' | 'presetId' | 'completed'>): string {
  const title = document?.title ?? '';
  if (!document || presetId !== null) return title;
  const preset = presetOfTitle(presets, title);
  const whole = preset && completed[preset.id];
  return whole && essence(whole) !== essence(document) ? TITLE.changed(title) : title;
}

/** Returns the title of an experiment that another view took from the Lab, as `shownTitle` for the open one. */
export function titleOf(
  scenario: Scenario | null,
  { presets, completed }: Pick<LabState, 'presets' | 'completed'>,
): string {
  return shownTitle({ document: scenario, presets, presetId: null, completed });
}

/** Documents as JSON, since a title is asked for at each change of the state. */
const known = new WeakMap<Scenario, string>();

/** Returns a scenario as JSON without its seed and texts. */
function essence(scenario: Scenario): string {
  const found = known.get(scenario);
  if (found !== undefined) return found;
  const [groups, edges, bottlenecks] = [scenario.groups, scenario.edges, scenario.bottlenecks].map(unlabeled);
  const text = JSON.stringify({ ...scenario, groups, edges, bottlenecks, seed: 0, title: '', note: '' });
  known.set(scenario, text);
  return text;
}

function unlabeled(parts: readonly object[]): object[] {
  return parts.map((part) => ({ ...part, label: '' }));
}
