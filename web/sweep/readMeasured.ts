/** Reads measured runs on a thread of their own, which ends afterwards and frees its memory. */
import { withFiles } from '../engine/module';
import type { FileNote } from '../engine/protocol';
import { messageOf, Thread } from '../rpc/thread';
import type { FileApi } from './read-file';
import { FAILURE, FILE } from './strings';

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
  /** What its name and unit suggest. */
  role: 'throughput' | 'rtt' | 'window' | 'series' | 'none';
  /** Id of the series of a simulated run; empty for other tools. */
  id: string;
  axis: number;
  /** Number of values. */
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

/** A measured run. */
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

/** Reads a file, packed by gzip or not; `time` is the column of the time in a table, such as `2,ms`, or empty. */
export async function readMeasured(file: File, time = ''): Promise<MeasuredRead> {
  try {
    const content = await unpacked(file);
    const worker = withFiles(new Worker(new URL('./file-worker.ts', import.meta.url), { type: 'module' }));
    const thread = new Thread<FileApi>(worker, FAILURE.noReader);
    const answer = await thread.callOnce((api) => api.readMeasured(file, content, time));
    if (answer.ok) return { ok: true, run: { ...answer, name: file.name, time } };
    const { place, message, heading } = answer;
    const text =
      place === '' ? FILE.whole(file.name, message) : FILE.atPlace(file.name, FILE.at(place, message));
    return { ok: false, message: text, heading };
  } catch (error) {
    return { ok: false, message: messageOf(error), heading: [] };
  }
}

/** Returns the content of a file that gzip has packed, as flent does; other files as they are. */
async function unpacked(file: File): Promise<Blob> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b || typeof DecompressionStream === 'undefined') return file;
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > MAX_UNPACKED_BYTES)
        controller.error(new Error(FILE.tooLargeUnpacked(MAX_UNPACKED_BYTES / 1e6)));
      else controller.enqueue(chunk);
    },
  });
  const stream = file.stream().pipeThrough(new DecompressionStream('gzip')).pipeThrough(limit);
  return new Response(stream).blob();
}

/** Largest content of a packed file, bytes. */
const MAX_UNPACKED_BYTES = 200_000_000;
