/**
 * What can be added to the picture, which the catalog says, and what a new thing is given.
 *
 * A new thing names only what has no default, or what makes it sensible beside those that are there; the
 * engine completes the rest.
 */
import { kindsOf, type Catalog, type Section } from '../engine/catalog';
import type { Patch, Scenario } from '../scenario/types';
import { withKind } from '../controls/kinds';
import { addBottleneck, freshId, type Change, type Element } from './edits';

/** A group of each kind of traffic, a bottleneck, an edge router: the sections that describe them. */
export function additions(catalog: Catalog | null): Section[] {
  const { bottleneck, edge } = catalog?.sections ?? {};
  return [...kindsOf(catalog, 'traffic'), bottleneck, edge].filter((section) => section !== undefined);
}

/** Adds a thing near the selected element: an edge takes up the selected group, a bottleneck follows. */
export function add(scenario: Scenario, what: Section, near: Element | null): Change | null {
  if (what.id === 'bottleneck') return addBottleneck(scenario, near);
  return what.id === 'edge' ? addEdge(scenario, near) : addGroup(scenario, what);
}

/** Packets that may wait at a new sender: ns-2's default. The engine's is no limit, as old links mean it. */
const ACCESS_LIMIT_PACKETS = 50;

/** The group is called after the class of its packets. */
function addGroup(scenario: Scenario, what: Section): Change {
  const id = freshId(scenario, what.class ?? 'group');
  const bottleneck = scenario.bottlenecks[0]?.rate_bps ?? 1e8;
  const slowest = Math.min(...scenario.bottlenecks.map(({ rate_bps }) => rate_bps), bottleneck);
  const traffic = withKind(null, null, what, scenario);
  const access = { rate_bps: Math.max(1e8, bottleneck), delay_s: 0.005 };
  const value =
    what.class === 'tcp'
      ? {
          id,
          count: 1,
          access: { ...access, limit_packets: ACCESS_LIMIT_PACKETS },
          traffic: unlocked(traffic, slowest),
        }
      : { id, count: 1, access, traffic };
  return {
    set: [{ path: `groups.${id}`, value }],
    then: { kind: 'group', id },
    say: `Added ${what.label} group ${id}.`,
  };
}

/**
 * A sender whose window has no limit can take a bottleneck that is no faster than its access link, if its packets
 * arrive just as a place falls free. A limit at the sender makes it lose, and an overhead of what the slowest link
 * takes for a packet of 1,000 bytes breaks the step (Floyd and Jacobson 1992). With short round trips it takes both.
 * Without it phases decide who loses at a full queue, also where round trips differ.
 */
function unlocked(traffic: Record<string, unknown>, slowest_bps: number) {
  return { ...traffic, overhead_s: Math.min(1, Number((8000 / slowest_bps).toPrecision(2))) };
}

/** It stands where the selected group begins, on the left without one. */
function addEdge(scenario: Scenario, near: Element | null): Change {
  const id = freshId(scenario, 'a1');
  const group = near?.kind === 'group' ? scenario.groups.find((each) => each.id === near.id) : undefined;
  const right = group?.direction === 'reverse';
  const rate_bps = Math.max(...scenario.bottlenecks.map((bottleneck) => bottleneck.rate_bps * 10), 1e8);
  const value = { id, rate_bps, delay_s: 0.001, ...(right && { side: 'right' }) };
  const set: Patch[] = [{ path: `edges.${id}`, value }];
  if (group) set.push({ path: `groups.${group.id}.edge`, value: id });
  return { set, then: { kind: 'edge', id }, say: `Added edge router ${id}.` };
}
