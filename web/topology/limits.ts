/** What the engine accepts as a buffer's limit, from its catalog. */
import { sectionOf, type Catalog } from '../engine/catalog';
import type { Queue } from '../scenario/types';

/** Largest limit of this queue in the unit it counts; 10 million where the catalog is not there yet. */
export function limitMax(catalog: Catalog | null, queue: Queue): number {
  const name = queue.limit_packets === null ? 'limit_bytes' : 'limit_packets';
  const param = sectionOf(catalog, 'queue', queue)?.params.find((each) => each.name === name);
  const kind = param?.kind;
  return kind?.type === 'integer' || kind?.type === 'number' ? kind.max : 1e7;
}
