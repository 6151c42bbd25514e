/** The page's end of the thread of models and advice: made when it is first asked, and again after it broke. */
import type {
  AnalysisResponses,
  AnalysisCommand,
  AnalysisRequest,
  AnalysisReport,
} from './analysis-protocol';

/** What is used of a `Worker`. */
export interface AnalysisWorkerLike {
  postMessage(command: AnalysisCommand): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<AnalysisReport>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export function spawnAnalysisWorker(): AnalysisWorkerLike {
  return new Worker(new URL('./analysis-worker.ts', import.meta.url), { type: 'module' });
}

export class AnalysisClient {
  private poolWorker: AnalysisWorkerLike | null = null;
  private lastId = 0;
  private readonly waiting = new Map<number, { give(answer: unknown): void; fail(error: Error): void }>();

  constructor(private readonly spawn: () => AnalysisWorkerLike = spawnAnalysisWorker) {}

  /** The answer; fails where the engine is broken, or the thread was closed. */
  ask<Q extends AnalysisRequest>(question: Q): Promise<AnalysisResponses[Q['type']]> {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      const give = (answer: unknown): void => resolve(answer as AnalysisResponses[Q['type']]);
      this.waiting.set(id, { give, fail: reject });
      this.running().postMessage({ ...question, id });
    });
  }

  /** Whoever waits is told so. */
  close(why = 'It was closed.'): void {
    this.poolWorker?.terminate();
    this.poolWorker = null;
    for (const { fail } of this.waiting.values()) fail(new Error(why));
    this.waiting.clear();
  }

  private running(): AnalysisWorkerLike {
    if (this.poolWorker) return this.poolWorker;
    const poolWorker = this.spawn();
    this.poolWorker = poolWorker;
    poolWorker.onmessage = ({ data }) => {
      if (data.type === 'failed') {
        this.close(`The engine stopped: ${data.message}`);
        return;
      }
      this.waiting.get(data.id)?.give(data.answer);
      this.waiting.delete(data.id);
    };
    poolWorker.onerror = (event) => {
      event.preventDefault();
      this.close(event.message || 'The engine stopped unexpectedly.');
    };
    return poolWorker;
  }
}
