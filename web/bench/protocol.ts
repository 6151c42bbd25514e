/** Cases of the benchmark with their results, and the functions of the thread that measures a case. */
import type { Patch } from '../scenario/types';

/** Case of the benchmark, as in `engine/bench/cases/cases.json`. */
export interface BenchCase {
  name: string;
  /** Id of a preset, or name of a scenario file beside `cases.json`. */
  scenario: string;
  patches: readonly Patch[];
  /** Simulated time at which the measurement starts, seconds. */
  from_s: number;
  /** Simulated time at which the digest is compared, seconds. The measurement goes on. */
  to_s: number;
  /** Digest of the native run at `to_s`; null if it is not known. */
  digest: string | null;
}

/** Result of a case. */
export interface Measured {
  /** Packets that left links with a queue, per second of wall time. */
  packets_per_s: number;
  /** Simulated seconds per second of wall time. */
  simulated_per_s: number;
  /** Memory of the engine, bytes. */
  memory_bytes: number;
  /** Whether the run is the native one up to `to_s`, by its digest; null if the native digest is not known. */
  same: boolean | null;
  /** Version of the engine. */
  engine: string;
}

/** Functions of the thread. Its events are the completed share of the case, 0 to 1. */
export interface BenchApi {
  /** Measures a case; see `measure.ts`. */
  measure(item: BenchCase): Promise<Measured>;
}
