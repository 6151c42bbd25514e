/**
 * The figures of a run, as `bufferlab run --json` prints them and the summary panel shows them.
 *
 * All are measured from the end of the warm-up to the present. Ratios are 0 to 1. A quantity that does
 * not apply is `null`, never 0. How long it took to compute is the native program's to add.
 */
export interface Summary {
  engine: string;
  /** Fingerprint of the run, 16 hexadecimal digits: equal runs have equal digests on every machine. */
  digest: string;
  seed: number;
  /** Simulated time reached, seconds. */
  now_s: number;
  /** Length of the measured interval, seconds. */
  measured_s: number;
  /** Events and forwarded packets since time 0, warm-up included. */
  events: number;
  packets_forwarded: number;
  bottlenecks: BottleneckSummary[];
  edges: LinkSummary[];
  groups: GroupSummary[];
}

/** A link with a queue. */
export interface LinkSummary {
  id: string;
  utilization: number | null;
  throughput_bps: number | null;
  /** Waiting, averaged over time, without the packet in transmission. */
  mean_queue_packets: number | null;
  mean_queue_bytes: number | null;
  max_queue_packets: number;
  max_queue_bytes: number;
  /** How long packets waited before their transmission, seconds. */
  queue_delay_s: { mean: number | null; p50: number | null; p99: number | null };
  /** Share of time with an empty queue. */
  idle_probability: number | null;
  /** Share of time without TCP data in the queue. */
  no_tcp_probability: number | null;
  /** Dropped out of arrived packets, by class. */
  loss: { all: number | null; tcp: number | null; udp: number | null; ack: number | null };
}

export interface BottleneckSummary extends LinkSummary {
  /** From the sinks to the sources; null where acknowledgements pass unhindered. */
  reverse: LinkSummary | null;
}

export interface GroupSummary {
  id: string;
  /** Kind of traffic: `tcp`, `poisson`, `cbr`, … */
  kind: string;
  flows: number;
  /** Delivered on the wire, repetitions included. */
  throughput_bps: number | null;
  /** Distinct data delivered in order, without headers. */
  goodput_bps: number | null;
  loss: number | null;
  mean_cwnd_packets: number | null;
  timeouts: number | null;
  fast_recoveries: number | null;
  retransmissions: number | null;
  /** Finite transfers; null in a group without. */
  transfers: Transfers | null;
  /** 1 when all flows have the same goodput, 1/n when one has everything. */
  jain_index: number | null;
}

/** Files that were sent, or are on their way. */
export interface Transfers {
  /** Completed within the measured interval. */
  completed: number;
  /** Begun and not complete. */
  under_way: number;
  /** Data of the completed ones, bytes. */
  bytes: number;
  /** Segments sent again for the completed ones. */
  retransmissions: number;
  /** Time from the first packet to the acknowledgement of the last, seconds. */
  mean_s: number | null;
  p99_s: number | null;
}
