/** Reads trace files on a thread of their own, which ends afterwards and frees its memory. */
import { withFiles } from '../engine/module';
import type { Content, FileData } from '../engine/protocol';
import { messageOf, Thread } from '../rpc/thread';
import type { ImportAnswer } from './importedText';
import type { MeasuredAnswer } from './measuredFile';
import { FAILURE, FILE } from './strings';

/** Functions of the thread. */
export interface FileApi {
  /** Reads a file as each of the contents, a table with these columns; empty for those of its heading. */
  read(file: Blob, contents: readonly Content[], columns: string): Promise<FileContents>;
  /** Reads the content of a file as a measured run; the hash is that of the file, which may be packed. */
  readMeasured(file: Blob, content: Blob, time: string): Promise<MeasuredAnswer>;
  /** Reads the text of another tool as a scenario. */
  importText(text: string): Promise<ImportAnswer>;
}

/** Hash of a file, and its readings. */
export interface FileContents {
  sha256: string;
  readings: readonly Reading[];
}

/** Result of reading a file. */
export type FileRead =
  | ({ ok: true } & FileContents)
  /** The browser could not open the file. */
  | { ok: false; message: string };

/** Result of reading a file as one content. */
export type Reading =
  /** `total` is the sum of all amounts. */
  | { ok: true; content: Content; steps: number; length_s: number; total: number; data: FileData }
  /**
   * `place` is such as `line 7`; empty for a problem of the whole file. `heading` has the names of the columns of a table
   * whose heading does not say which of them are read; otherwise it is empty.
   */
  | { ok: false; content: Content; place: string; message: string; heading: readonly string[] };

/** Possible contents of a file; a table of both packets and rates is read as packets. */
const CONTENTS: readonly Content[] = ['packets', 'rates', 'frames', 'vectors'];

/** Reads a file as each of the contents, a table with these columns, such as `2,5`; empty for those of its heading. */
export async function readFile(file: Blob, contents = CONTENTS, columns = ''): Promise<FileRead> {
  const worker = withFiles(new Worker(new URL('./file-worker.ts', import.meta.url), { type: 'module' }));
  try {
    const thread = new Thread<FileApi>(worker, FAILURE.noReader);
    return { ok: true, ...(await thread.callOnce((api) => api.read(file, contents, columns))) };
  } catch (error) {
    return { ok: false, message: messageOf(error) };
  }
}

/** Returns the names of a table's columns if its heading does not say which of them are read; otherwise empty. */
export function unnamedColumns(readings: readonly Reading[]): readonly string[] {
  if (readings.some(({ ok }) => ok)) return [];
  return (
    readings.flatMap((reading) => (reading.ok || reading.heading.length === 0 ? [] : [reading.heading]))[0] ??
    []
  );
}

/** Returns the problem of the reader that got farthest: `line 7: …`. Only captures, which are recognized, give bytes. */
export function complaint(readings: readonly Reading[]): string {
  const failed = readings.filter((reading) => !reading.ok);
  const [first] = failed.sort((a, b) => reached(b.place) - reached(a.place));
  if (!first) return '';
  return first.place ? FILE.at(first.place, first.message) : first.message;
}

/** Returns the problem with the name of the file: `cam.csv, line 7: …`, or `cam.csv.gz is compressed with gzip; …`. */
export function complaintOf(name: string, readings: readonly Reading[]): string {
  const problem = complaint(readings);
  return /^(line|byte) /.test(problem) ? FILE.atPlace(name, problem) : FILE.whole(name, problem);
}

function reached(place: string): number {
  return place.startsWith('byte') ? Infinity : Number(/\d+$/.exec(place)?.[0] ?? 0);
}
