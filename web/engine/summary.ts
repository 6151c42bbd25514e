/**
 * The figures of a run, as `bufferlab run --json` prints them and the summary panel shows them.
 *
 * Ratios are 0 to 1. A quantity that does not apply is `null`, never 0.
 */
export interface Summary {
  engine: string;
  /** Hexadecimal digest of the run: equal runs have equal digests on every machine. */
  digest: string;
  seed: number;
  /** Simulated seconds measured: the time since the warm-up ended. */
  measured_s: number;
  /** Seconds of computing; `null` in the browser, where the run is sliced and shown. */
  wall_s: number | null;
  events: number;
  packets_forwarded: number;
  bottlenecks: BottleneckSummary[];
  groups: GroupSummary[];
}

export interface BottleneckSummary {
  id: string;
  utilization: number | null;
  throughput_bps: number | null;
  mean_queue_packets: number | null;
  mean_queue_bytes: number | null;
  max_queue_bytes: number | null;
  queue_delay_s: { mean: number | null; p50: number | null; p99: number | null };
  /** Share of time with an empty queue. */
  idle_probability: number | null;
  /** Share of time without a TCP packet in the queue. */
  no_tcp_probability: number | null;
  loss: { all: number | null; tcp: number | null; udp: number | null; ack: number | null };
}

export interface GroupSummary {
  id: string;
  kind: 'tcp' | 'udp';
  flows: number;
  throughput_bps: number | null;
  goodput_bps: number | null;
  loss: number | null;
  mean_cwnd_packets: number | null;
  timeouts: number | null;
  fast_recoveries: number | null;
  transfers: { completed: number | null; mean_s: number | null; p99_s: number | null } | null;
  jain_index: number | null;
}
