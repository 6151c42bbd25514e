/** Has a file of a trace read on a thread of its own, which is gone afterwards with all that it took. */
import type { Content, FileData } from '../engine/protocol';

export interface FileCommand {
  file: Blob;
  /** What to read it as. */
  contents: readonly Content[];
}

export type FileRead =
  | { ok: true; sha256: string; readings: readonly Reading[] }
  /** The browser does not give it. */
  | { ok: false; message: string };

/** What a file came to, read as one content. */
export type Reading =
  /** `total`: of all amounts. */
  | { ok: true; content: Content; steps: number; length_s: number; total: number; data: FileData }
  /** `place`: such as `line 7`; empty where it is the file as a whole. */
  | { ok: false; content: Content; place: string; message: string };

/** What a file may hold; one that holds packets as well as rates, as tables may, is taken for the former. */
const CONTENTS: readonly Content[] = ['packets', 'rates', 'frames', 'vectors'];

export async function readFile(file: Blob, contents = CONTENTS): Promise<FileRead> {
  const worker = new Worker(new URL('./file-worker.ts', import.meta.url), { type: 'module' });
  const read = new Promise<FileRead>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<FileRead>) => resolve(data);
    worker.onerror = ({ message }) =>
      resolve({ ok: false, message: message || 'What reads files could not be loaded.' });
  });
  worker.postMessage({ file, contents } satisfies FileCommand);
  return read.finally(() => worker.terminate());
}

/** What is wrong, of the reader that came farthest: `line 7: …`. Bytes are counted of captures alone, which are known. */
export function complaint(readings: readonly Reading[]): string {
  const failed = readings.filter((reading) => !reading.ok);
  const [first] = failed.sort((a, b) => reached(b.place) - reached(a.place));
  if (!first) return '';
  return first.place ? `${first.place}: ${first.message}` : first.message;
}

/** What is wrong with a file of this name: `cam.csv, line 7: …`, or `cam.csv.gz is compressed with gzip; …`. */
export function complaintOf(name: string, readings: readonly Reading[]): string {
  const told = complaint(readings);
  return /^(line|byte) /.test(told) ? `${name}, ${told}` : `${name} ${told}`;
}

function reached(place: string): number {
  return place.startsWith('byte') ? Infinity : Number(/\d+$/.exec(place)?.[0] ?? 0);
}
