/** Items whose parameters can be shown: the experiment and each element of its network. */
import type { Selection } from '../lab/state';
import type { Scenario } from '../scenario/types';
import { ITEMS } from './strings';

/** Returns the experiment and its elements with their labels, in the order in which packets pass them. */
export function selectableItems(scenario: Scenario): { selection: Selection; label: string }[] {
  return [
    { selection: { kind: 'scenario' }, label: ITEMS.scenario },
    ...scenario.groups.map(({ id, label }) => ({
      selection: { kind: 'group' as const, id },
      label: ITEMS.group(label || id),
    })),
    ...scenario.edges.map(({ id, label }) => ({
      selection: { kind: 'edge' as const, id },
      label: ITEMS.edge(label || id),
    })),
    ...scenario.bottlenecks.map(({ id, label }) => ({
      selection: { kind: 'bottleneck' as const, id },
      label: ITEMS.bottleneck(label || id),
    })),
  ];
}
