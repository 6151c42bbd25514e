/** The engine of a worker: an instance of the module that the page has compiled. */
import init, { type InitOutput } from '../generated/bufferlab_wasm.js';
import type { EngineMessage } from './module';

/** Resolves when the engine of this worker can be used. */
export const engineReady: Promise<InitOutput> = new Promise<WebAssembly.Module>((resolve, reject) => {
  addEventListener('message', ({ data }: MessageEvent<EngineMessage | object>) => {
    if ('engine' in data) resolve(data.engine);
    else if ('noEngine' in data) reject(new Error(data.noEngine));
  });
}).then((module) => init({ module_or_path: module }));
