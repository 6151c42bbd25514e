/** The module of a worker: an instance of the one that the page has compiled. */
import type { EngineMessage } from './module';

/** Resolves with the module that the page sends to this worker. */
export const sentModule = new Promise<WebAssembly.Module>((resolve, reject) => {
  addEventListener('message', ({ data }: MessageEvent<EngineMessage | object>) => {
    if ('engine' in data) resolve(data.engine);
    else if ('noEngine' in data) reject(new Error(data.noEngine));
  });
});
