/** The largest limit of a buffer that the engine accepts, from the catalog. */
import { sectionOf, type Catalog } from '../engine/catalog';
import type { Queue } from '../scenario/types';

/** Returns the largest limit of a queue in its unit; 10 million until the catalog is loaded. */
export function limitMax(catalog: Catalog | null, queue: Queue): number {
  const name = queue.limit_packets === null ? 'limit_bytes' : 'limit_packets';
  const param = sectionOf(catalog, 'queue', queue)?.params.find((each) => each.name === name);
  const kind = param?.kind;
  return kind?.type === 'integer' || kind?.type === 'number' ? kind.max : 1e7;
}
