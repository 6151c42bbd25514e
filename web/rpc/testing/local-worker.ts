/** A worker in the thread of a test. Messages wait for a timer, so that fake timers control them, or for `later`. */
import type { Endpoint } from 'comlink';
import { serve } from '../serve';
import type { WorkerLike } from '../thread';

type Listener = Parameters<Endpoint['addEventListener']>[1];

export class LocalWorker<Event = never> implements WorkerLike {
  onerror: WorkerLike['onerror'] = null;
  terminated = false;
  /** A deaf worker takes calls and never answers again. */
  deaf = false;
  /** Sends an event to the page. */
  readonly emit: (event: Event) => void;
  private readonly ears = { page: new Set<Listener>(), worker: new Set<Listener>() };

  constructor(
    api: object,
    private readonly later: (deliver: () => void) => void = (deliver) => void setTimeout(deliver),
  ) {
    this.emit = serve(api, this.endpoint('worker', 'page'));
  }

  readonly postMessage = this.endpoint('page', 'worker').postMessage;
  readonly addEventListener = this.endpoint('page', 'worker').addEventListener;
  readonly removeEventListener = this.endpoint('page', 'worker').removeEventListener;

  terminate(): void {
    this.terminated = true;
  }

  /** Dies as a worker does that the browser ends. */
  die(message: string): void {
    this.terminated = true;
    this.onerror?.({ message, preventDefault: () => undefined } as ErrorEvent);
  }

  private endpoint(from: 'page' | 'worker', to: 'page' | 'worker'): Endpoint {
    return {
      postMessage: (message: unknown) => {
        const data: unknown = structuredClone(message);
        this.later(() => {
          if (this.deaf || this.terminated) return;
          const event = { data } as MessageEvent;
          for (const hear of this.ears[to]) if (typeof hear === 'function') hear(event);
        });
      },
      addEventListener: (_type, hear) => void this.ears[from].add(hear),
      removeEventListener: (_type, hear) => void this.ears[from].delete(hear),
    };
  }
}
