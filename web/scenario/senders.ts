/** Traffic of today's systems, as the dialog "New experiment" and the network's menu add it. */

/** Traffic of a group as in a scenario, with defaults left out. */
export type Traffic = Readonly<Record<string, unknown>>;

/** Packets of the initial window of Linux 6 (RFC 6928). */
export const INITIAL_WINDOW = 10;

/**
 * Returns a TCP sender as in Linux 6, with a controller, for a slowest link of `rate_bps`; its data never ends without a
 * workload. Its packets have 1,500 bytes, with time stamps.
 */
export function todaysTcp(controller: string, rate_bps: number, workload?: Traffic): Traffic {
  return {
    kind: 'tcp',
    profile: 'linux-6',
    congestion_control: controller,
    segment_bytes: 1448,
    header_bytes: 52,
    ack_bytes: 52,
    overhead_s: packetTime(1500, rate_bps),
    ...(workload && { workload }),
  };
}

/**
 * Returns the time of a packet on a link, seconds: a random delay of up to this time at the sender keeps flows out of
 * step (Floyd and Jacobson 1992).
 */
export function packetTime(bytes: number, rate_bps: number): number {
  return Math.min(1, Number(((8 * bytes) / rate_bps).toPrecision(2)));
}
