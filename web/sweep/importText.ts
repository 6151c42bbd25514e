/** Reads texts of other tools, such as lines of tc, on a thread of its own. It starts with the first text. */
import { withFiles } from '../engine/module';
import { messageOf, Thread } from '../rpc/thread';
import type { FileApi } from './read-file';
import { FAILURE } from './strings';

/** Scenario of a text with a report on its lines, or the reason why it has none. */
export type ImportAnswer = ({ ok: true } & Imported) | { ok: false; message: string };

/** Scenario of a text, with a report on each line. */
export interface Imported {
  /** Scenario, with defaults left out. */
  scenario: Readonly<Record<string, unknown>>;
  lines: readonly ImportedLine[];
  /** Fields that the text does not say, each with a sentence. */
  assumed: readonly { path: string; reason: string }[];
}

/** Line of a text, with continued lines joined. */
export interface ImportedLine {
  /** Number of its first line, from 1. */
  number: number;
  text: string;
  /** Words that set a field; the note says what the field means where it differs from the words. */
  understood: readonly { words: string; path: string; note: string | null }[];
  /** Words without effect, each with a reason. */
  left_out: readonly { words: string; reason: string }[];
}

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
