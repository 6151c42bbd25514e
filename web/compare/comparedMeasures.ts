/** The figures that two runs are compared by: some of the engine's measures, of what both runs have. */
import { measuresOf, type Measure } from '../curves/measures';
import type { Catalog } from '../engine/catalog';
import type { Scenario } from '../scenario/types';

/** Measures, in this order; others are in the summary and in studies. */
const OF_LINKS = [
  'loss.udp',
  'loss.tcp',
  'loss.all',
  'utilization',
  'queue_delay_s.mean',
  'queue_delay_s.p99',
  'mean_queue_packets',
];
const OF_GROUPS = ['throughput_bps', 'goodput_bps', 'loss', 'timeouts', 'transfers.mean_s', 'jain_index'];

/** Those of bottlenecks and groups that are in both. */
export function comparedMeasures(catalog: Catalog, front: Scenario, kept: Scenario): Measure[] {
  const both = new Set(measuresOf(catalog, kept).map(({ path }) => path));
  const all = measuresOf(catalog, front).filter(({ path }) => both.has(path));
  const pick = (list: string, wanted: readonly string[]): Measure[] => {
    const owners = [...new Set(all.filter(({ path }) => path.startsWith(list)).map(ownerPath))];
    return owners.flatMap((owner) =>
      wanted.flatMap((id) => all.find(({ path }) => path === `${owner}.${id}`) ?? []),
    );
  };
  return [...pick('bottlenecks.', OF_LINKS), ...pick('groups.', OF_GROUPS)];
}

/** `bottlenecks.r0` of `bottlenecks.r0.loss.udp` */
function ownerPath({ path }: Measure): string {
  return path.split('.').slice(0, 2).join('.');
}
