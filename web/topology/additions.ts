/**
 * Elements that can be added to the network, from the catalog, and their initial values.
 *
 * A new element has values only for parameters without a default, or where the other elements suggest a better value.
 * The engine fills in the rest.
 */
import { kindsOf, type Catalog, type Section } from '../engine/catalog';
import type { Patch, Scenario } from '../scenario/types';
import { withKind } from '../controls/kinds';
import { CHANGED } from './strings';
import { addBottleneck, freshId, type Change, type Element } from './edits';

/** Returns the sections of the elements that can be added: a group of each kind of traffic, a bottleneck, an edge router. */
export function additions(catalog: Catalog | null): Section[] {
  const { bottleneck, edge } = catalog?.sections ?? {};
  return [...kindsOf(catalog, 'traffic'), bottleneck, edge].filter((section) => section !== undefined);
}

/** Adds an element near the selected one: an edge router gets the selected group, a bottleneck follows the selected one. */
export function add(scenario: Scenario, what: Section, near: Element | null): Change | null {
  if (what.id === 'bottleneck') return addBottleneck(scenario, near);
  return what.id === 'edge' ? addEdge(scenario, near) : addGroup(scenario, what);
}

/** Limit of the access link of a new group, packets: ns-2's default. The engine's default is no limit, as in old links. */
const ACCESS_LIMIT_PACKETS = 50;

/** Adds a group whose id is the class of its packets. */
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
          traffic: withOverhead(traffic, slowest),
        }
      : { id, count: 1, access, traffic };
  return {
    set: [{ path: `groups.${id}`, value }],
    then: { kind: 'group', id },
    announce: CHANGED.addedGroup(what.label, id),
  };
}

/**
 * Adds random overhead to a sender against phase effects.
 *
 * A sender without a window limit can capture a bottleneck that is not faster than its access link, if its packets
 * always arrive when a packet has just left the full buffer. A limit at the sender makes it lose packets, and an
 * overhead of the transmission time of 1,000 bytes on the slowest link breaks the pattern (Floyd and Jacobson 1992).
 * Short round-trip times need both.
 */
function withOverhead(traffic: Record<string, unknown>, slowest_bps: number) {
  return { ...traffic, overhead_s: Math.min(1, Number((8000 / slowest_bps).toPrecision(2))) };
}

/** Adds an edge router on the side of the selected group's senders; on the left without one. */
function addEdge(scenario: Scenario, near: Element | null): Change {
  const id = freshId(scenario, 'a1');
  const group = near?.kind === 'group' ? scenario.groups.find((each) => each.id === near.id) : undefined;
  const right = group?.direction === 'reverse';
  const rate_bps = Math.max(...scenario.bottlenecks.map((bottleneck) => bottleneck.rate_bps * 10), 1e8);
  const value = { id, rate_bps, delay_s: 0.001, ...(right && { side: 'right' }) };
  const set: Patch[] = [{ path: `edges.${id}`, value }];
  if (group) set.push({ path: `groups.${group.id}.edge`, value: id });
  return { set, then: { kind: 'edge', id }, announce: CHANGED.addedEdge(id) };
}
