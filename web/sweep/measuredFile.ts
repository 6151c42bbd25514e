/** Content of a measured run, as the thread that reads files returns it. */
import type { FileNote } from '../engine/protocol';

/** Kind of a quantity, with its base unit. */
export type Base = 'time' | 'rate' | 'packets' | 'bytes' | 'ratio';

/** Unit of values, with its factor to the base unit. */
export interface MeasuredUnit {
  name: string;
  base: Base;
  factor: number;
}

/** A series of a measured run. */
export interface MeasuredSeries {
  name: string;
  /** Name of its unit; empty if the file does not say it. */
  unit: string;
  /** Use that its name and unit suggest. */
  role: 'throughput' | 'rtt' | 'window' | 'series' | 'none';
  /** Id of the series of a simulated run; empty for other tools. */
  id: string;
  axis: number;
  /** Number of values without gaps. */
  count: number;
}

/** Everything that is known of a measured run but its numbers. */
export interface AboutMeasured {
  /** Format of the file. */
  tool: 'bufferlab emulate' | 'iperf3' | 'flent' | 'table';
  title: string;
  /** Kernel, such as `Linux 6.18`; may be empty. */
  kernel: string;
  controllers: readonly string[];
  length_s: number;
  series: readonly MeasuredSeries[];
  retransmissions: number | null;
  /** Scenario, summary and conditions of a run of `bufferlab emulate`: anything that a file may contain. */
  run: { scenario: unknown; summary: unknown; measured: unknown } | null;
  notes: readonly FileNote[];
  units: readonly MeasuredUnit[];
}

/** A measured run with its numbers. */
export interface MeasuredFile {
  /** Name of the file. */
  name: string;
  sha256: string;
  /** Column of the time that the user chose; usually empty. */
  time: string;
  about: AboutMeasured;
  /** Beginnings of the rows of each axis in seconds, and the end of the last row. */
  axes: readonly Float64Array[];
  /** Values of each series in the unit of the file; NaN where there is none. */
  values: readonly Float64Array[];
}

/** Result of reading a file. */
export type MeasuredRead =
  | { ok: true; run: MeasuredFile }
  /** `heading` has the names of the columns of a table if none of them is known as the time. */
  | { ok: false; message: string; heading: readonly string[] };

/** Answer of the thread. */
export type MeasuredAnswer =
  | ({ ok: true } & Omit<MeasuredFile, 'name' | 'time'>)
  | { ok: false; place: string; message: string; heading: readonly string[] };
