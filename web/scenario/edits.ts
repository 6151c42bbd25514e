/**
 * Changes of the network's structure, as patches for `actions.change`.
 *
 * Pure: each looks at a scenario and says what to set. What is left out of a new thing is filled in by
 * the engine with the catalog's defaults.
 */
import type { Patch } from '../engine/protocol';
import type { Bottleneck, Edge, Group, Scenario } from './types';

export type Part = { kind: 'bottleneck' | 'edge' | 'group'; id: string };

/** A change, and the id of what it makes. */
export interface Addition {
  set: Patch[];
  id: string;
}

/** An id that nothing in `scenario` has: `stem`, or `stem2`, `stem3`, …; at most 32 characters. */
export function freshId(scenario: Scenario, stem: string): string {
  const taken = new Set([scenario.bottlenecks, scenario.edges, scenario.groups].flat().map(({ id }) => id));
  const base = stem.replace(/\d+$/, '') || stem;
  for (let n = 1; ; n++) {
    const id = n === 1 ? stem : `${base.slice(0, 28)}${n}`;
    if (!taken.has(id)) return id;
  }
}

/** A group of one flow: TCP at a fast access link, or open-loop traffic of half the bottleneck's rate. */
export function addGroup(
  scenario: Scenario,
  traffic: 'tcp' | 'poisson' | 'cbr' = 'tcp',
  more: Partial<Group> = {},
): Addition {
  const rate_bps = scenario.bottlenecks[0]?.rate_bps ?? 10e6;
  const id = freshId(scenario, traffic === 'tcp' ? 'tcp' : 'udp');
  const value = {
    count: 1,
    access: { rate_bps: Math.max(100 * rate_bps, 1e9), delay_s: 0.005 },
    traffic: traffic === 'tcp' ? { kind: traffic } : { kind: traffic, rate_bps: rate_bps / 2 },
    ...more,
  };
  return { set: [{ path: `groups.${id}`, value }], id };
}

/** A bottleneck like the one before it in the row; at the end unless `after` names another. */
export function addBottleneck(scenario: Scenario, after?: string): Addition {
  const { bottlenecks } = scenario;
  const found = bottlenecks.findIndex(({ id }) => id === after);
  const at = found < 0 ? bottlenecks.length - 1 : found;
  const id = freshId(scenario, 'r0');
  const like = bottlenecks[at];
  if (!like) throw new Error('A scenario always has a bottleneck.');
  return { set: [{ path: 'bottlenecks', value: bottlenecks.toSpliced(at + 1, 0, { ...like, id }) }], id };
}

/** An edge router as fast as the first bottleneck. */
export function addEdge(scenario: Scenario): Addition {
  const id = freshId(scenario, 'a1');
  const value = { rate_bps: scenario.bottlenecks[0]?.rate_bps ?? 10e6, delay_s: 0.001 };
  return { set: [{ path: `edges.${id}`, value }], id };
}

/** Connects a group to an edge router, or to the first bottleneck itself (`null`). */
export function connect(group: string, edge: string | null): Patch[] {
  return [{ path: `groups.${group}.edge`, value: edge }];
}

/** Removes a part and every mention of it. The last bottleneck stays: no patches. */
export function remove(scenario: Scenario, part: Part): Patch[] {
  if (part.kind === 'group') return [{ path: `groups.${part.id}`, value: null }];
  if (part.kind === 'edge') {
    const users = scenario.groups.filter(({ edge }) => edge === part.id);
    return [...users.flatMap(({ id }) => connect(id, null)), { path: `edges.${part.id}`, value: null }];
  }
  if (scenario.bottlenecks.length <= 1) return [];
  const shortened = viaChanges(scenario, (via) => {
    const rest = via.filter((id) => id !== part.id);
    return rest.length > 0 ? rest : null;
  });
  return [...shortened, { path: `bottlenecks.${part.id}`, value: null }];
}

/** Gives a part another id, everywhere. */
export function rename(scenario: Scenario, part: Part, id: string): Patch[] {
  if (part.kind === 'group') return [{ path: `groups.${part.id}.id`, value: id }];
  if (part.kind === 'edge') {
    const users = scenario.groups.filter(({ edge }) => edge === part.id);
    return [{ path: `edges.${part.id}.id`, value: id }, ...users.flatMap((user) => connect(user.id, id))];
  }
  const renamed = viaChanges(scenario, (via) => via.map((one) => (one === part.id ? id : one)));
  return [{ path: `bottlenecks.${part.id}.id`, value: id }, ...renamed];
}

/** A copy of a part, beside it, with an id of its own; `null` if there is no such part. */
export function duplicate(scenario: Scenario, part: Part): Addition | null {
  if (part.kind === 'bottleneck') {
    return scenario.bottlenecks.some(({ id }) => id === part.id) ? addBottleneck(scenario, part.id) : null;
  }
  const list: (Group | Edge | Bottleneck)[] = part.kind === 'group' ? scenario.groups : scenario.edges;
  const original = list.find(({ id }) => id === part.id);
  if (!original) return null;
  const id = freshId(scenario, part.id);
  const label =
    'label' in original && original.label ? { label: `${original.label} (copy)`.slice(0, 60) } : {};
  const value = { ...original, ...label, id };
  return { set: [{ path: `${part.kind}s.${id}`, value }], id };
}

/** Patches for the groups whose list of bottlenecks `next` changes. */
function viaChanges(scenario: Scenario, next: (via: string[]) => string[] | null): Patch[] {
  return scenario.groups.flatMap(({ id, via }) => {
    if (via === null) return [];
    const value = next(via);
    return JSON.stringify(value) === JSON.stringify(via) ? [] : [{ path: `groups.${id}.via`, value }];
  });
}
