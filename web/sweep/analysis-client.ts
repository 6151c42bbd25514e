/** Client of the analysis thread, which evaluates models and plans advice. The thread starts with the first request. */
import type {
  AnalysisResponses,
  AnalysisCommand,
  AnalysisRequest,
  AnalysisReport,
} from './analysis-protocol';
import { FAILURE } from './strings';

/** Part of `Worker` that the client uses. */
export interface AnalysisWorkerLike {
  postMessage(command: AnalysisCommand): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<AnalysisReport>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** Starts the analysis thread. */
export function spawnAnalysisWorker(): AnalysisWorkerLike {
  return new Worker(new URL('./analysis-worker.ts', import.meta.url), { type: 'module' });
}

/** Sends requests to the thread; a thread that failed is replaced at the next request. */
export class AnalysisClient {
  private worker: AnalysisWorkerLike | null = null;
  private lastId = 0;
  private readonly waiting = new Map<
    number,
    { resolve(answer: unknown): void; reject(error: Error): void }
  >();

  constructor(private readonly spawn: () => AnalysisWorkerLike = spawnAnalysisWorker) {}

  /** Returns the answer; rejects if the engine failed or the client was closed. */
  ask<Q extends AnalysisRequest>(question: Q): Promise<AnalysisResponses[Q['type']]> {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      const give = (answer: unknown): void => resolve(answer as AnalysisResponses[Q['type']]);
      this.waiting.set(id, { resolve: give, reject });
      this.running().postMessage({ ...question, id });
    });
  }

  /** Ends the thread; pending requests are rejected. */
  close(why: string = FAILURE.closed): void {
    this.worker?.terminate();
    this.worker = null;
    for (const { reject } of this.waiting.values()) reject(new Error(why));
    this.waiting.clear();
  }

  private running(): AnalysisWorkerLike {
    if (this.worker) return this.worker;
    const worker = this.spawn();
    this.worker = worker;
    worker.onmessage = ({ data }) => {
      if (data.type === 'failed') {
        this.close(FAILURE.engine(data.message));
        return;
      }
      this.waiting.get(data.id)?.resolve(data.answer);
      this.waiting.delete(data.id);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.close(event.message || FAILURE.engineUnknown);
    };
    return worker;
  }
}
