/** Renames an element of the scenario, with all references to it and the selection. */
import type { Lab } from '../lab/lab';
import type { Patch, Scenario } from '../scenario/types';

type Kind = 'bottleneck' | 'edge' | 'group';

/** Name of the list of each kind of element in the scenario. */
export const listOf = { bottleneck: 'bottlenecks', edge: 'edges', group: 'groups' } as const;

/** Returns the changes that rename `id` and all references to it; references come last. */
export function renamePatches(scenario: Scenario, kind: Kind, id: string, name: string): Patch[] {
  const patches: Patch[] = [{ path: `${listOf[kind]}.${id}.id`, value: name }];
  for (const group of scenario.groups) {
    if (kind === 'edge' && group.edge === id) {
      patches.push({ path: `groups.${group.id}.edge`, value: name });
    }
    if (kind === 'bottleneck' && group.via?.includes(id)) {
      patches.push({
        path: `groups.${group.id}.via`,
        value: group.via.map((other) => (other === id ? name : other)),
      });
    }
  }
  return patches;
}

/** Renames an element, and selects it again when the engine has accepted the name. */
export function rename({ store, actions }: Lab, kind: Kind, id: string, name: string): void {
  const { current } = store.getState();
  if (!current || name === id) return;
  const stop = store.subscribe((state) => {
    if (state.current === current && state.problems.length === 0) return;
    stop();
    if (state.current?.[listOf[kind]].some((item) => item.id === name)) actions.select({ kind, id: name });
  });
  actions.change(renamePatches(current, kind, id, name));
}
