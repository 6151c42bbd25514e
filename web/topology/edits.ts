/**
 * What the canvas does to a scenario, as pure functions from the scenario to patches.
 *
 * Each gives the patches, the element to be selected once they are accepted, and a sentence for the
 * live region; null means that the change would change nothing or is not allowed.
 */
import type { Bottleneck, Group, Patch, Scenario } from '../scenario/types';
import { isSpacious } from './scale';
import { stretchOf, viaFromStretch, withEntry, withExit } from './stretch';
import { nameOf } from './text';

export interface Element {
  kind: 'bottleneck' | 'edge' | 'group';
  id: string;
}

export interface Change {
  set: Patch[];
  /** What to select and focus afterwards; null: whatever is left nearby. */
  then: Element | null;
  /** What happened, for those who listen. */
  say: string;
}

/** A copy beside the original, under a fresh id. */
export function duplicate(scenario: Scenario, element: Element): Change | null {
  const { kind, id } = element;
  if (kind === 'bottleneck') return addBottleneck(scenario, element, true);
  const source = kind === 'edge' ? find(scenario.edges, id) : find(scenario.groups, id);
  if (!source) return null;
  const fresh = freshId(scenario, id);
  const copy = { ...structuredClone(source), id: fresh };
  if ('label' in copy && copy.label) copy.label = copy.label === id ? fresh : labelOfCopy(copy.label);
  return {
    set: [{ path: `${kind}s.${fresh}`, value: copy }],
    then: { kind, id: fresh },
    say: `Duplicated ${id} as ${fresh}.`,
  };
}

/** Removes a thing and what refers to it. The last bottleneck stays: without one there is no path. */
export function remove(scenario: Scenario, { kind, id }: Element): Change | null {
  const say = `Deleted ${id}.`;
  if (kind === 'group') {
    return find(scenario.groups, id)
      ? { set: [{ path: `groups.${id}`, value: null }], then: null, say }
      : null;
  }
  if (kind === 'edge') {
    const users = scenario.groups.filter(({ edge }) => edge === id);
    const freed = users.map((group) => ({ path: `groups.${group.id}.edge`, value: null }));
    return find(scenario.edges, id)
      ? { set: [...freed, { path: `edges.${id}`, value: null }], then: null, say }
      : null;
  }
  if (scenario.bottlenecks.length < 2 || !find(scenario.bottlenecks, id)) return null;
  const rerouted = scenario.groups
    .filter(({ via }) => via?.includes(id))
    .map((group) => ({ path: `groups.${group.id}.via`, value: without(group.via, id) }));
  return { set: [...rerouted, { path: `bottlenecks.${id}`, value: null }], then: null, say };
}

/** Moves a thing by `steps` places in its list: groups up and down, bottlenecks along the row. */
export function move(scenario: Scenario, { kind, id }: Element, steps: number): Change | null {
  const name = `${kind}s` as const;
  const list: readonly { id: string }[] = scenario[name];
  const from = list.findIndex((item) => item.id === id);
  const to = Math.min(Math.max(from + steps, 0), list.length - 1);
  if (from < 0 || to === from) return null;
  const order = [...list];
  order.splice(to, 0, ...order.splice(from, 1));
  const patches: Patch[] = [{ path: name, value: order }];
  if (kind === 'bottleneck') patches.push(...reroutes(scenario, order as Bottleneck[]));
  return { set: patches, then: { kind, id }, say: `Moved ${id} to place ${to + 1} of ${list.length}.` };
}

/** Where a group can be led: into an edge router, into the row at a junction, or out of it at one. */
export type Target = { kind: 'edge'; id: string } | { kind: 'entry' | 'exit'; junction: number };

/** Leads a group to one target after another; an entry to the row itself leaves the edge router. */
export function connect(scenario: Scenario, groupId: string, targets: readonly Target[]): Change | null {
  const group = find(scenario.groups, groupId);
  if (!group) return null;
  const order = scenario.bottlenecks.map(({ id }) => id);
  const before = stretchOf(group, scenario);
  let stretch = before;
  let { edge } = group;
  for (const target of targets) {
    if (target.kind === 'edge') edge = target.id;
    else if (target.kind === 'exit') stretch = withExit(group.direction, stretch, target.junction);
    else {
      stretch = withEntry(group.direction, stretch, target.junction);
      edge = null;
    }
  }
  const set: Patch[] = [];
  if (edge !== group.edge) set.push({ path: `groups.${groupId}.edge`, value: edge });
  if (stretch.first !== before.first || stretch.last !== before.last) {
    set.push({ path: `groups.${groupId}.via`, value: viaFromStretch(stretch, order) });
  }
  const by = edge === null ? '' : ` by edge router ${edge}`;
  const through = order.slice(stretch.first, stretch.last + 1).join(', ');
  const say = `${nameOf(group)} now goes${by} through ${through}.`;
  return set.length > 0 ? { set, then: { kind: 'group', id: groupId }, say } : null;
}

/**
 * Turns a group round: its sources change sides with its sinks, away from the edge routers. Where the way
 * back has no limit yet, it gets the buffer of the way there: data would pile up without end otherwise.
 */
export function flip(scenario: Scenario, groupId: string): Change | null {
  const group = find(scenario.groups, groupId);
  if (!group) return null;
  const value: Group['direction'] = group.direction === 'forward' ? 'reverse' : 'forward';
  const freed = group.edge === null ? [] : [{ path: `groups.${groupId}.edge`, value: null }];
  const limited = value === 'reverse' ? limits(scenario, group) : [];
  return {
    set: [...freed, ...limited, { path: `groups.${groupId}.direction`, value }],
    then: { kind: 'group', id: groupId },
    say: `${nameOf(group)} now sends ${value === 'forward' ? 'from left to right' : 'from right to left'}.`,
  };
}

/** The forward buffers for those bottlenecks on a group's way whose reverse buffers are spacious. */
function limits(scenario: Scenario, group: Group): Patch[] {
  const { first, last } = stretchOf(group, scenario);
  return scenario.bottlenecks
    .slice(first, last + 1)
    .filter(({ reverse }) => isSpacious(reverse.queue))
    .map(({ id, queue }) => ({ path: `bottlenecks.${id}.reverse.queue`, value: structuredClone(queue) }));
}

/** A group gets a new label; bottlenecks and edges, which have none, a new id everywhere it is used. */
export function rename(scenario: Scenario, { kind, id }: Element, name: string): Change | null {
  const wanted = name.trim();
  if (wanted === '') return null;
  const say = `Renamed ${id} to ${wanted}.`;
  const thing = scenario[`${kind}s`].find((each) => each.id === id);
  if (!thing || nameOf(thing) === wanted) return null;
  return { set: [{ path: `${kind}s.${id}.label`, value: wanted }], then: { kind, id }, say };
}

/** `udp`, `udp2`, `udp3`, …: the first that nothing in the scenario is called; at most 32 characters. */
export function freshId(scenario: Scenario, wish: string): string {
  const taken = new Set([...scenario.groups, ...scenario.edges, ...scenario.bottlenecks].map(({ id }) => id));
  if (!taken.has(wish)) return wish;
  const [, stem = wish, digits = ''] = /^(.*?)(\d{0,9})$/.exec(wish) ?? [];
  let number = digits === '' ? 2 : Number(digits) + 1;
  const named = (): string => `${stem.slice(0, 32 - String(number).length)}${number}`;
  while (taken.has(named())) number += 1;
  return named();
}

/** Within the 60 characters that a label may have. */
function labelOfCopy(label: string): string {
  const copy = ' (copy)';
  return label.slice(0, 60 - copy.length) + copy;
}

/** Behind `near`, or at the end of the row. A plain addition is short, so that the round trip hardly grows. */
export function addBottleneck(scenario: Scenario, near: Element | null, exact = false): Change | null {
  const { bottlenecks } = scenario;
  const selected = near?.kind === 'bottleneck' ? bottlenecks.findIndex((each) => each.id === near.id) : -1;
  const at = selected < 0 ? bottlenecks.length - 1 : selected;
  const model = bottlenecks[at];
  if (!model) return null;
  const id = freshId(scenario, model.id);
  const delay_s = exact ? model.delay_s : Math.min(model.delay_s, 0.005);
  const value = { ...structuredClone(model), id, delay_s };
  const order = [...bottlenecks.slice(0, at + 1), value, ...bottlenecks.slice(at + 1)];
  const last = at === bottlenecks.length - 1;
  const set: Patch[] = last
    ? [{ path: `bottlenecks.${id}`, value }]
    : [{ path: 'bottlenecks', value: order }];
  set.push(...reroutes(scenario, order));
  return { set, then: { kind: 'bottleneck', id }, say: `Added bottleneck ${id} after ${model.id}.` };
}

/** Explicit stretches written anew for another order, so that each stays without gaps. */
function reroutes(scenario: Scenario, order: readonly Bottleneck[]): Patch[] {
  return scenario.groups.flatMap((group) => {
    if (group.via === null) return [];
    const via = viaFromStretch(
      stretchOf(group, { bottlenecks: [...order] }),
      order.map(({ id }) => id),
    );
    const same = JSON.stringify(via) === JSON.stringify(group.via);
    return same ? [] : [{ path: `groups.${group.id}.via`, value: via }];
  });
}

function without(via: readonly string[] | null, id: string): string[] | null {
  const rest = (via ?? []).filter((each) => each !== id);
  return rest.length > 0 ? rest : null;
}

function find<T extends { id: string }>(list: readonly T[], id: string): T | undefined {
  return list.find((item) => item.id === id);
}
