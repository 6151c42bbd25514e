/**
 * Returns the unit in which a queue is shown: bytes if its limit is given only in bytes, or else packets. The engine's
 * distribution of the queue length has the same unit (`Occupancy::for_limit`).
 */
export function countedIn(limits: {
  limit_packets: number | null;
  limit_bytes: number | null;
}): 'packets' | 'bytes' {
  return limits.limit_packets === null && limits.limit_bytes !== null ? 'bytes' : 'packets';
}
