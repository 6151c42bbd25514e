/**
 * Texts for people: title, note and labels, which can change without touching the run.
 *
 * The engine keeps the texts that its run was opened with; the document's are laid over whatever it
 * answers.
 */
import type { Layout } from '../engine/protocol';
import type { Scenario } from '../scenario/types';

/** `scenario` with the texts of `source`; things that `source` does not have keep theirs. */
export function withWordsOf(source: Scenario, scenario: Scenario): Scenario {
  return {
    ...scenario,
    title: source.title,
    note: source.note,
    groups: withLabelsOf(source.groups, scenario.groups),
    edges: withLabelsOf(source.edges, scenario.edges),
    bottlenecks: withLabelsOf(source.bottlenecks, scenario.bottlenecks),
  };
}

interface Named {
  id: string;
  label: string;
}

function withLabelsOf<T extends Named>(source: readonly Named[], things: readonly T[]): T[] {
  return things.map((thing) => {
    const same = source.find(({ id }) => id === thing.id);
    return same ? { ...thing, label: same.label } : thing;
  });
}

/** `layout` with the labels of the scenario's things. */
export function labelled(layout: Layout, scenario: Scenario): Layout {
  return {
    ...layout,
    groups: layout.groups.map((info) => {
      const group = scenario.groups.find(({ id }) => id === info.id);
      return group ? { ...info, label: group.label || group.id } : info;
    }),
    links: layout.links.map((info) => ({ ...info, label: linkLabel(info.id, scenario) ?? info.label })),
  };
}

/** As the engine calls a link: `r0`, `r0, reverse`, `edge a1`, or by its label; null where it is not there. */
function linkLabel(link: string, { bottlenecks, edges }: Scenario): string | null {
  const edge = edges.find(({ id }) => link === `edge:${id}`);
  if (edge) return edge.label || `edge ${edge.id}`;
  const [id, way] = link.split(':');
  const bottleneck = bottlenecks.find((one) => one.id === id);
  if (!bottleneck) return null;
  return `${bottleneck.label || bottleneck.id}${way === undefined ? '' : ', reverse'}`;
}
