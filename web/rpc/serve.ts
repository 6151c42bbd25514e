/** The side of the worker: serves its functions to the page's `Thread`, and sends events. */
import { expose, type Endpoint } from 'comlink';

export { transfer } from 'comlink';

/** Serves the functions of `api`. Returns a function that sends events, with memory that is transferred. */
export function serve(
  api: object,
  page = globalThis as unknown as Endpoint,
): (event: unknown, memory?: Transferable[]) => void {
  expose(api, page);
  return (event, memory = []) => page.postMessage({ event }, memory);
}
