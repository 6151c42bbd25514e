/** Rows of a short table of an experiment's parameters, for print and for static pages. */
import { figure } from '../controls/quantity';
import { sectionOf, type Catalog } from '../engine/catalog';
import type { Scenario } from '../scenario/types';
import { PRINT } from './lazyStrings';

type Link = Pick<Scenario['bottlenecks'][number], 'rate_bps' | 'delay_s' | 'queue'>;

/** Returns the rows: times, then each bottleneck and edge router, then each group. */
export function parameterRows(scenario: Scenario, catalog: Catalog | null): [string, string][] {
  const { duration_s, warmup_s, bottlenecks, edges, groups } = scenario;
  const nameKind = (registry: string, value: unknown): string =>
    sectionOf(catalog, registry, value)?.label ?? PRINT.kind((value as { kind?: unknown } | null)?.kind);
  const linkText = ({ rate_bps, delay_s, queue }: Link): string =>
    PRINT.list([
      figure(rate_bps, 'b/s', 4),
      figure(delay_s, 's', 4),
      nameKind('queue', queue),
      limitOf(queue),
    ]);
  return [
    [PRINT.duration, PRINT.times(figure(duration_s, 's', 4), figure(warmup_s, 's', 4))],
    ...bottlenecks.map((link): [string, string] => [PRINT.bottleneck(link.label || link.id), linkText(link)]),
    ...edges.map((link): [string, string] => [PRINT.edge(link.label || link.id), linkText(link)]),
    ...groups.map(({ id, label, count, traffic, access }): [string, string] => [
      PRINT.group(label || id, count),
      PRINT.list([
        nameKind('traffic', traffic),
        PRINT.access(typeof access.rate_bps === 'number' ? figure(access.rate_bps, 'b/s', 4) : ''),
      ]),
    ]),
  ];
}

function limitOf(queue: object): string {
  const { limit_packets, limit_bytes } = queue as {
    limit_packets?: number | null;
    limit_bytes?: number | null;
  };
  if (typeof limit_bytes === 'number') return PRINT.bytes(figure(limit_bytes, 'B', 4));
  return typeof limit_packets === 'number' ? PRINT.packets(limit_packets) : '';
}
