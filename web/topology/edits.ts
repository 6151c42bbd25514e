/**
 * Changes of the scenario by the canvas, as pure functions from the scenario to patches.
 *
 * Each returns the patches, the element to select when they are accepted, and a sentence for the live region. Null
 * means that nothing would change, or that the change is not allowed.
 */
import type { Bottleneck, Group, Patch, Scenario } from '../scenario/types';
import { isSpacious } from './scale';
import { stretchOf, viaFromStretch, withEntry, withExit } from './stretch';
import { CHANGED } from './strings';
import { nameOf } from './text';

/** Element of the network that can be selected. */
export interface Element {
  kind: 'bottleneck' | 'edge' | 'group';
  id: string;
}

/** Change of the scenario, with the selection after it. */
export interface Change {
  set: Patch[];
  /** Element to select and focus afterwards; null: the nearest one that is left. */
  then: Element | null;
  /** Announcement for screen readers. */
  announce: string;
}

/** Adds a copy beside the original, with a new id. */
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
    announce: CHANGED.duplicated(id, fresh),
  };
}

/** Removes an element and the references to it. The only bottleneck cannot be removed, because no path would be left. */
export function remove(scenario: Scenario, { kind, id }: Element): Change | null {
  const announce = CHANGED.deleted(id);
  if (kind === 'group') {
    return find(scenario.groups, id)
      ? { set: [{ path: `groups.${id}`, value: null }], then: null, announce }
      : null;
  }
  if (kind === 'edge') {
    const users = scenario.groups.filter(({ edge }) => edge === id);
    const freed = users.map((group) => ({ path: `groups.${group.id}.edge`, value: null }));
    return find(scenario.edges, id)
      ? { set: [...freed, { path: `edges.${id}`, value: null }], then: null, announce }
      : null;
  }
  if (scenario.bottlenecks.length < 2 || !find(scenario.bottlenecks, id)) return null;
  const rerouted = scenario.groups
    .filter(({ via }) => via?.includes(id))
    .map((group) => ({ path: `groups.${group.id}.via`, value: without(group.via, id) }));
  return { set: [...rerouted, { path: `bottlenecks.${id}`, value: null }], then: null, announce };
}

/** Moves an element by `steps` positions in its list: groups up and down, bottlenecks along the row. */
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
  return { set: patches, then: { kind, id }, announce: CHANGED.moved(id, to + 1, list.length) };
}

/** Place to which a group can be connected: an edge router, or a junction at which it joins or leaves the row. */
export type Target = { kind: 'edge'; id: string } | { kind: 'entry' | 'exit'; junction: number };

/** Connects a group to one target after another. Joining the row itself disconnects it from its edge router. */
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
  const by = edge === null ? '' : CHANGED.byEdge(edge);
  const through = order.slice(stretch.first, stretch.last + 1).join(', ');
  const announce = CHANGED.connected(nameOf(group), by, through);
  return set.length > 0 ? { set, then: { kind: 'group', id: groupId }, announce } : null;
}

/**
 * Reverses a group: its senders and receivers swap sides, and it leaves its edge router. A reverse path without a limit
 * gets the limit of the forward path, because data would otherwise queue without bound.
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
    announce: CHANGED[value](nameOf(group)),
  };
}

/** Returns patches that copy the forward buffer to each reverse buffer on the group's path that has no effective limit. */
function limits(scenario: Scenario, group: Group): Patch[] {
  const { first, last } = stretchOf(group, scenario);
  return scenario.bottlenecks
    .slice(first, last + 1)
    .filter(({ reverse }) => isSpacious(reverse.queue))
    .map(({ id, queue }) => ({ path: `bottlenecks.${id}.reverse.queue`, value: structuredClone(queue) }));
}

/** Gives an element a new label. */
export function rename(scenario: Scenario, { kind, id }: Element, name: string): Change | null {
  const label = name.trim();
  if (label === '') return null;
  const announce = CHANGED.renamed(id, label);
  const thing = scenario[`${kind}s`].find((each) => each.id === id);
  if (!thing || nameOf(thing) === label) return null;
  return { set: [{ path: `${kind}s.${id}.label`, value: label }], then: { kind, id }, announce };
}

/** Returns the first unused id of `udp`, `udp2`, `udp3`, …; at most 32 characters. */
export function freshId(scenario: Scenario, base: string): string {
  const taken = new Set([...scenario.groups, ...scenario.edges, ...scenario.bottlenecks].map(({ id }) => id));
  if (!taken.has(base)) return base;
  const [, stem = base, digits = ''] = /^(.*?)(\d{0,9})$/.exec(base) ?? [];
  let number = digits === '' ? 2 : Number(digits) + 1;
  const named = (): string => `${stem.slice(0, 32 - String(number).length)}${number}`;
  while (taken.has(named())) number += 1;
  return named();
}

/** Returns the label of a copy, within the 60 characters of a label. */
function labelOfCopy(label: string): string {
  const copy = CHANGED.copyOf;
  return label.slice(0, 60 - copy.length) + copy;
}

/**
 * Adds a bottleneck after `near`, or at the end of the row. Unless it is an `exact` copy, its delay is short, so that the
 * round-trip time grows little.
 */
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
  return { set, then: { kind: 'bottleneck', id }, announce: CHANGED.addedBottleneck(id, model.id) };
}

/** Returns patches of explicit paths for another order of bottlenecks, so that each path stays without gaps. */
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
