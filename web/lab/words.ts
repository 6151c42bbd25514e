/**
 * Texts for people: title, note and labels, which can change without touching the run.
 *
 * The engine keeps the texts that its run was opened with; the document's are laid over whatever it
 * answers.
 */
import type { Layout } from '../engine/protocol';
import type { Scenario } from '../scenario/types';

/** `scenario` with the texts of `source`; groups that `source` does not have keep theirs. */
export function withWordsOf(source: Scenario, scenario: Scenario): Scenario {
  return {
    ...scenario,
    title: source.title,
    note: source.note,
    groups: scenario.groups.map((group) => {
      const same = source.groups.find(({ id }) => id === group.id);
      return same ? { ...group, label: same.label } : group;
    }),
  };
}

/** `layout` with the labels of the scenario's groups. */
export function labelled(layout: Layout, scenario: Scenario): Layout {
  return {
    ...layout,
    groups: layout.groups.map((info) => {
      const group = scenario.groups.find(({ id }) => id === info.id);
      return group ? { ...info, label: group.label || group.id } : info;
    }),
  };
}
