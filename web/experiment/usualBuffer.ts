/**
 * The buffer that a link of this rate and round-trip time usually has today, as the starting point of an experiment.
 *
 * Home modems: 128 kB, one of the usual sizes at the uplink (Kreibich et al., Netalyzr, IMC 2010). Routers: the rule of
 * thumb, one bandwidth–delay product with a round-trip time of at least 100 ms (Villamizar and Song 1994). Switches in
 * data centers: the 700 kB that one port can take of a shared memory (Alizadeh et al., DCTCP, 2010).
 */

/** Size of a full packet on the wire, bytes: 1,460 of data and 40 of headers. */
export const PACKET_BYTES = 1500;

/** Type of device after which the buffer is chosen. */
export type Device = 'modem' | 'router' | 'switch';

/** Usual buffer of a link. */
export interface UsualBuffer {
  device: Device;
  /** Limit in full packets. */
  packets: number;
  /** Size of a full buffer, bytes. */
  bytes: number;
  /** Time in which the link sends a full buffer, seconds. */
  drain_s: number;
  /** Multiple of the bandwidth–delay product. */
  bdp: number;
}

/** Round-trip times below this are those of data centers, seconds. */
const DATA_CENTER_S = 0.002;

const SWITCH_BYTES = 700e3;
const MODEM_BYTES = 128e3;

/** Round-trip time for which routers are built, seconds. */
const ROUTER_RTT_S = 0.1;

/** Largest limit that the engine accepts, packets. */
const MOST_PACKETS = 1e7;

/** Returns the usual buffer of a link with this rate (b/s) and round-trip time (s). */
export function usualBuffer(rate_bps: number, rtt_s: number): UsualBuffer {
  const rule = (rate_bps * Math.max(rtt_s, ROUTER_RTT_S)) / 8;
  const device: Device = rtt_s < DATA_CENTER_S ? 'switch' : rule > MODEM_BYTES ? 'router' : 'modem';
  const wanted = { switch: SWITCH_BYTES, router: rule, modem: MODEM_BYTES }[device];
  const packets = Math.min(MOST_PACKETS, Math.round(wanted / PACKET_BYTES));
  const bytes = packets * PACKET_BYTES;
  const bdp_bytes = (rate_bps * rtt_s) / 8;
  return { device, packets, bytes, drain_s: (bytes * 8) / rate_bps, bdp: bytes / bdp_bytes };
}
