/**
 * Calls from the page to a worker, which serves an object of functions with `serve` (`web/rpc/serve.ts`). comlink carries the
 * arguments and the answers.
 *
 * Every call is answered or rejected: with the reason of the caller's signal, or with the reason why the thread ended. A function
 * that throws ends its thread, since problems that are expected are answers, and an engine that threw cannot be used again. A
 * call that was canceled is not withdrawn; to stop its work, end the thread.
 */
import { wrap, type Endpoint } from 'comlink';

export { transfer } from 'comlink';

/** Part of `Worker` that is used; tests have their own. */
export interface WorkerLike extends Endpoint {
  terminate(): void;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** Reason of calls that got no answer: the thread failed, does not respond, or was ended. */
export class ThreadFailure extends Error {}

/** Functions of `Api` as another thread sees them. */
export type Remote<Api> = {
  [Name in keyof Api]: Api[Name] extends (...args: infer Args) => infer Answer
    ? (...args: Args) => Promise<Awaited<Answer>>
    : never;
};

/** Calls of the functions of `Api` in another thread. */
export interface Calls<Api> {
  /** Calls a function: `thread.call((api) => api.plan(study))`. */
  call<T>(ask: (api: Remote<Api>) => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** Worker with the functions of `Api`, which also sends events of type `Event`. */
export class Thread<Api, Event = never> implements Calls<Api> {
  /** Receives events, in order with the answers of calls. */
  onEvent: (event: Event) => void = () => undefined;
  /** Called when the thread fails, but not when the page ends it. */
  onFailure: (reason: ThreadFailure) => void = () => undefined;
  private readonly remote: Remote<Api>;
  private reason: ThreadFailure | null = null;
  private silent_s = 0;
  private watchdog: ReturnType<typeof setInterval> | undefined;
  /** Rejects the calls that wait for an answer. */
  private readonly waiting = new Set<(reason: Error) => void>();

  /**
   * `unknown` is the reason of a failure for which the browser gives none, such as a script that cannot be loaded;
   * `thrown` returns the reason from the message of an error in a function.
   */
  constructor(
    private readonly worker: WorkerLike,
    unknown: string,
    private readonly thrown = (message: string) => message,
  ) {
    this.remote = wrap(worker) as Remote<Api>;
    worker.addEventListener('message', (message) => {
      const { data } = message as MessageEvent<{ event?: Event }>;
      this.silent_s = 0;
      if (data.event !== undefined && !this.reason) this.onEvent(data.event);
    });
    worker.onerror = (event) => {
      event.preventDefault();
      this.fail(event.message || unknown);
    };
  }

  /** Whether the thread has failed or was ended. */
  get ended(): boolean {
    return this.reason !== null;
  }

  async call<T>(ask: (api: Remote<Api>) => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.reason) throw this.reason;
    let cancel = (): void => undefined;
    let refuse = (_: Error): void => undefined;
    try {
      return await new Promise<T>((resolve, reject) => {
        refuse = reject;
        cancel = () => reject(signal?.reason as Error);
        this.waiting.add(refuse);
        signal?.addEventListener('abort', cancel);
        ask(this.remote).then(resolve, (error: unknown) => this.fail(this.thrown(messageOf(error))));
      });
    } finally {
      this.waiting.delete(refuse);
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** Makes one call, then ends the thread. */
  async callOnce<T>(ask: (api: Remote<Api>) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.call(ask, signal).finally(() => this.end());
  }

  /**
   * Ends the thread after `limit_s` without a message while `owes` is true. Seconds are counted rather than read from a
   * clock, so that the sleep of a computer does not count.
   */
  watch(limit_s: number, reason: string, owes: () => boolean): void {
    this.unwatch();
    this.silent_s = 0;
    this.watchdog = setInterval(() => {
      this.silent_s = owes() ? this.silent_s + 1 : 0;
      if (this.silent_s >= limit_s) this.fail(reason);
    }, 1000);
  }

  /** Lets the thread be silent again. */
  unwatch(): void {
    clearInterval(this.watchdog);
  }

  /** Ends the thread and frees its memory; calls are rejected from now on. */
  end(why = 'The thread has ended.'): void {
    if (this.reason) return;
    const reason = new ThreadFailure(why);
    this.reason = reason;
    this.unwatch();
    this.worker.terminate();
    for (const reject of this.waiting) reject(reason);
  }

  private fail(why: string): void {
    if (this.reason) return;
    this.end(why);
    this.onFailure(new ThreadFailure(why));
  }
}

/** Returns the message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
