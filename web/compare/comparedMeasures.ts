/** Measures by which two runs are compared: a selection of the engine's measures, for parts that both runs have. */
import { measuresOf, type Measure } from '../studies/measures';
import type { Catalog } from '../engine/catalog';
import type { Scenario } from '../scenario/types';

/** Measures of links and of groups, in the order of the table; the summary and studies have more. */
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

/** Returns the measures of bottlenecks and groups that both scenarios have. */
export function comparedMeasures(catalog: Catalog, current: Scenario, baseline: Scenario): Measure[] {
  const both = new Set(measuresOf(catalog, baseline).map(({ path }) => path));
  const all = measuresOf(catalog, current).filter(({ path }) => both.has(path));
  const pick = (list: string, ids: readonly string[]): Measure[] => {
    const owners = [...new Set(all.filter(({ path }) => path.startsWith(list)).map(ownerPath))];
    return owners.flatMap((owner) =>
      ids.flatMap((id) => all.find(({ path }) => path === `${owner}.${id}`) ?? []),
    );
  };
  return [...pick('bottlenecks.', OF_LINKS), ...pick('groups.', OF_GROUPS)];
}

/** Returns the path of a measure's part: `bottlenecks.r0` for `bottlenecks.r0.loss.udp`. */
function ownerPath({ path }: Measure): string {
  return path.split('.').slice(0, 2).join('.');
}
