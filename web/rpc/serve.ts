/** The side of the worker: serves its functions to the page's `Thread`, and sends events. */
import { expose, type Endpoint } from 'comlink';

export { transfer } from 'comlink';

/** Functions of `Api` as a worker writes them, whether they return a promise or not. */
export type Served<Api> = {
  [Name in keyof Api]: Api[Name] extends (...args: infer Args) => infer Answer
    ? (...args: Args) => Answer | Awaited<Answer>
    : never;
};

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
