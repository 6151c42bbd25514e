/**
 * Texts of an experiment: title, note and labels, which can change without affecting the run.
 *
 * The engine keeps the texts with which its run was opened; the texts of the document replace them in its answers.
 */
import type { Layout } from '../engine/protocol';
import type { Scenario } from '../scenario/types';
import { LINK_NAME } from './strings';

/** Returns `scenario` with the texts of `source`; parts that `source` does not have keep theirs. */
export function withTextsOf(source: Scenario, scenario: Scenario): Scenario {
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

/** Returns `layout` with the labels of the scenario. */
export function labeled(layout: Layout, scenario: Scenario): Layout {
  return {
    ...layout,
    groups: layout.groups.map((info) => {
      const group = scenario.groups.find(({ id }) => id === info.id);
      return group ? { ...info, label: group.label || group.id } : info;
    }),
    links: layout.links.map((info) => ({ ...info, label: linkLabel(info.id, scenario) ?? info.label })),
  };
}

/** Returns the name of a link as in the engine: `r0`, `r0, reverse`, `edge a1`, or its label; null if it does not exist. */
function linkLabel(link: string, { bottlenecks, edges }: Scenario): string | null {
  const edge = edges.find(({ id }) => link === `edge:${id}`);
  if (edge) return edge.label || LINK_NAME.edge(edge.id);
  const [id, direction] = link.split(':');
  const bottleneck = bottlenecks.find((one) => one.id === id);
  if (!bottleneck) return null;
  return `${bottleneck.label || bottleneck.id}${direction === undefined ? '' : LINK_NAME.reverse}`;
}
