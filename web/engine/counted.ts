/**
 * What a queue is counted in: bytes where its limit is given in bytes only, else packets. Whatever shows or says how
 * full a queue is follows this, as the engine's distribution of it does (`Occupancy::for_limit`).
 */
export function countedIn(limits: {
  limit_packets: number | null;
  limit_bytes: number | null;
}): 'packets' | 'bytes' {
  return limits.limit_packets === null && limits.limit_bytes !== null ? 'bytes' : 'packets';
}
