/** Files with the packets of a run, which a thread of their own writes. It starts with the first question. */
import type { CaptureThread } from './feed';
import type { FileChoice, FileRequest } from './protocol';

/** Writer of capture files. A thread that failed is replaced at the next call. */
export class CaptureFiles {
  private thread: CaptureThread | null = null;

  constructor(private readonly spawn: () => CaptureThread) {}

  /** Returns the size of a file in bytes, estimated from above. */
  estimate(choice: FileChoice): Promise<number> {
    return this.running().call((api) => api.estimate(choice));
  }

  /** Writes a file; `onProgress` receives the written share from 0 to 1. */
  write(request: FileRequest, onProgress: (done: number) => void): Promise<Blob> {
    const thread = this.running();
    thread.onEvent = onProgress;
    return thread.call((api) => api.write(request));
  }

  /** Cancels what is being written, and frees the memory. */
  close(): void {
    this.thread?.end();
    this.thread = null;
  }

  private running(): CaptureThread {
    if (this.thread === null || this.thread.ended) this.thread = this.spawn();
    return this.thread;
  }
}
