/** Reads texts of other tools, such as lines of tc, on a thread of its own. It starts with the first text. */
import { withFiles } from '../engine/module';
import { messageOf, Thread } from '../rpc/thread';
import type { ImportAnswer } from './importedText';
import type { FileApi } from './read-file';
import { FAILURE } from './strings';

/** Reader of texts; a thread that failed is replaced at the next text. */
export class TextReader {
  private thread: Thread<FileApi> | null = null;

  /** Reads a text; a problem is an answer too. */
  async read(text: string): Promise<ImportAnswer> {
    if (!this.thread || this.thread.ended) {
      const worker = withFiles(new Worker(new URL('./file-worker.ts', import.meta.url), { type: 'module' }));
      this.thread = new Thread<FileApi>(worker, FAILURE.noReader);
    }
    try {
      return await this.thread.call((api) => api.importText(text));
    } catch (error) {
      return { ok: false, message: messageOf(error) };
    }
  }

  /** Ends the thread and frees its memory. */
  close(): void {
    this.thread?.end(FAILURE.closed);
  }
}
