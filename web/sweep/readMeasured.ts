/** Reads measured runs on a thread of their own, which ends afterwards and frees its memory. */
import { withFiles } from '../engine/module';
import { messageOf, Thread } from '../rpc/thread';
import type { MeasuredRead } from './measuredFile';
import type { FileApi } from './read-file';
import { FAILURE, FILE } from './strings';

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
