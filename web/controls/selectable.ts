/** Items whose parameters can be shown: the experiment and each element of its network. */
import type { Selection } from '../lab/state';
import type { Scenario } from '../scenario/types';

/** Everything that has parameters, in the order of the path a packet takes. */
export function selectableItems(scenario: Scenario): { selection: Selection; label: string }[] {
  return [
    { selection: { kind: 'scenario' }, label: 'Experiment' },
    ...scenario.groups.map(({ id, label }) => ({
      selection: { kind: 'group' as const, id },
      label: `Group ${label || id}`,
    })),
    ...scenario.edges.map(({ id, label }) => ({
      selection: { kind: 'edge' as const, id },
      label: `Edge router ${label || id}`,
    })),
    ...scenario.bottlenecks.map(({ id, label }) => ({
      selection: { kind: 'bottleneck' as const, id },
      label: `Bottleneck ${label || id}`,
    })),
  ];
}
