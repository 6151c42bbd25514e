/** The side of the worker: serves its functions to the page's `Thread`, and sends events. */
import { expose, type Endpoint } from 'comlink';

export { transfer } from 'comlink';

/**
 * Serves the functions of `api`; calls of one that is still loaded wait for it, in order. Returns a function that sends
 * events, with memory that is transferred.
 */
export function serve(
  api: object,
  page = globalThis as unknown as Endpoint,
): (event: unknown, memory?: Transferable[]) => void {
  expose(api instanceof Promise ? waitingFor(api as Promise<Functions>) : api, page);
  return (event, memory = []) => page.postMessage({ event }, memory);
}

/** Returns an object whose functions are those of `loaded`. */
function waitingFor(loaded: Promise<Functions>): object {
  const get =
    (_: object, name: string) =>
    async (...args: unknown[]) =>
      (await loaded)[name]?.(...args);
  return new Proxy({}, { get });
}

type Functions = Record<string, (...args: unknown[]) => unknown>;
