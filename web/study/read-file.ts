/** Reads a file of a trace on a thread of its own, which is gone afterwards with all that it took. */
import type { Content } from '../engine/protocol';
import type { FileRead, Reading } from './desk-protocol';
import { DeskThread } from './desk-thread';

/** What a file may hold; one that holds packets as well as rates, as tables may, is taken for the former. */
const CONTENTS: readonly Content[] = ['packets', 'rates', 'frames'];

export async function readFile(file: Blob, contents = CONTENTS): Promise<FileRead> {
  const thread = new DeskThread();
  try {
    return await thread.ask({ type: 'file', file, contents });
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  } finally {
    thread.close();
  }
}

/** What is wrong, of the reader that came farthest: `line 7: …`. Bytes are counted of captures alone, which are known. */
export function complaint(readings: readonly Reading[]): string {
  const failed = readings.filter((reading) => !reading.ok);
  const [first] = failed.sort((a, b) => reached(b.place) - reached(a.place));
  if (!first) return '';
  return first.place ? `${first.place}: ${first.message}` : first.message;
}

function reached(place: string): number {
  return place.startsWith('byte') ? Infinity : Number(/\d+$/.exec(place)?.[0] ?? 0);
}
