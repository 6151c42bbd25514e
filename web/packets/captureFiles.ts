/** Files with the packets or the log of a run, which a thread of their own writes. It starts with the first question. */
import type { CaptureThread } from './feed';
import type { FileChoice, FileRequest, LogRequest } from './protocol';

/** Writer of captures and logs. A thread that failed is replaced at the next call. */
export class CaptureFiles {
  private thread: CaptureThread | null = null;

  constructor(private readonly spawn: () => CaptureThread) {}

  /** Returns the size of a capture in bytes, estimated from above. */
  estimate(choice: FileChoice): Promise<number> {
    return this.running().call((api) => api.estimate(choice));
  }

  /** Writes a capture; `onProgress` receives the written share from 0 to 1. */
  write(request: FileRequest, onProgress: (done: number) => void): Promise<Blob> {
    return this.running(onProgress).call((api) => api.write(request));
  }

  /** Writes a log; `onProgress` receives the written share from 0 to 1. */
  writeLog(request: LogRequest, onProgress: (done: number) => void): Promise<Blob> {
    return this.running(onProgress).call((api) => api.writeLog(request));
  }

  /** Cancels what is being written, and frees the memory. */
  close(): void {
    this.thread?.end();
    this.thread = null;
  }

  private running(onProgress: ((done: number) => void) | null = null): CaptureThread {
    if (this.thread === null || this.thread.ended) this.thread = this.spawn();
    if (onProgress) this.thread.onEvent = onProgress;
    return this.thread;
  }
}
