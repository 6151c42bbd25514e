/**
 * Elements that can be added to the network, from the catalog, and their initial values.
 *
 * A new element has values only for parameters without a default, or where the other elements suggest a better value.
 * The engine fills in the rest.
 */
import { kindsOf, type Catalog, type Section } from '../engine/catalog';
import type { Patch, Scenario } from '../scenario/types';
import { withKind } from '../controls/kinds';
import { packetTime } from '../scenario/senders';
import { servicesOf, type Service } from './services';
import type { TOOLBAR } from './strings';
import { CHANGED } from './strings';
import { addBottleneck, freshId, type Change, type Element } from './edits';

/** Part of the menu of additions. */
export type AdditionPart = keyof typeof TOOLBAR.parts;

/** An element that can be added. */
export interface Addition {
  id: string;
  part: AdditionPart;
  label: string;
  help: string;
  /** Adds it near the selected element: an edge router gets the selected group, a bottleneck follows the selected one. */
  add(scenario: Scenario, near: Element | null): Change | null;
}

/** Returns what can be added: groups of a service, a group of each kind of traffic, a bottleneck, an edge router. */
export function additions(catalog: Catalog | null): Addition[] {
  const { bottleneck, edge } = catalog?.sections ?? {};
  const of = (section: Section, part: AdditionPart, make: Addition['add']): Addition => {
    const { id, label, help } = section;
    return { id, part, label, help: help.split(/\.( |$)/)[0] ?? '', add: make };
  };
  return [
    ...servicesOf(catalog).map((service) => ({
      ...service,
      part: 'services' as const,
      add: (scenario: Scenario) => addService(scenario, service),
    })),
    ...kindsOf(catalog, 'traffic').map((section) =>
      of(section, 'sources', (scenario) => addGroup(scenario, section)),
    ),
    ...(bottleneck ? [of(bottleneck, 'network', addBottleneck)] : []),
    ...(edge ? [of(edge, 'network', addEdge)] : []),
  ];
}

/** Limit of the access link of a new group, packets: ns-2's default. The engine's default is no limit, as in old links. */
const ACCESS_LIMIT_PACKETS = 50;

/** Bytes of a packet of the engine's TCP sender without other parameters. */
const PACKET_BYTES = 1000;

/** Adds a group of a service, named after it. */
function addService(scenario: Scenario, { id, label, count, traffic }: Service): Change {
  const of = traffic(slowestRate(scenario));
  return added(scenario, id, label, { count, ...accessOf(scenario, of.kind === 'tcp'), traffic: of });
}

/**
 * Adds a group of a kind of traffic, whose id is the class of its packets.
 *
 * A sender without a window limit can capture a bottleneck that is not faster than its access link, if its packets
 * always arrive when a packet has just left the full buffer. A limit at the sender makes it lose packets, and an
 * overhead of a packet's transmission time on the slowest link breaks the pattern (Floyd and Jacobson 1992). Short
 * round-trip times need both.
 */
export function addGroup(scenario: Scenario, what: Section): Change {
  const isTcp = what.class === 'tcp';
  const traffic = withKind(null, null, what, scenario);
  return added(scenario, what.class ?? 'group', what.label, {
    count: 1,
    ...accessOf(scenario, isTcp),
    traffic: isTcp ? { ...traffic, overhead_s: packetTime(PACKET_BYTES, slowestRate(scenario)) } : traffic,
  });
}

function added(scenario: Scenario, base: string, label: string, group: Record<string, unknown>): Change {
  const id = freshId(scenario, base);
  return {
    set: [{ path: `groups.${id}`, value: { id, ...group } }],
    then: { kind: 'group', id },
    announce: CHANGED.addedGroup(label, id),
  };
}

/** Returns the access link of a new group, which is not slower than the first bottleneck. */
function accessOf(scenario: Scenario, isTcp: boolean) {
  const rate_bps = Math.max(1e8, firstRate(scenario));
  return { access: { rate_bps, delay_s: 0.005, ...(isTcp && { limit_packets: ACCESS_LIMIT_PACKETS }) } };
}

function firstRate({ bottlenecks }: Scenario): number {
  return bottlenecks[0]?.rate_bps ?? 1e8;
}

function slowestRate(scenario: Scenario): number {
  return Math.min(...scenario.bottlenecks.map(({ rate_bps }) => rate_bps), firstRate(scenario));
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
