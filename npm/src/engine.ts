/** The engine, loaded once on the first request. */
import * as bindings from '../../web/generated/bufferlab_wasm.js';
import { engineFromModule, type Engine } from '../../web/engine/wasm';
import { problem } from './problem';

/** Source of the WebAssembly file: its address in a browser, its bytes in Node. */
export type WasmSource = () => URL | Promise<BufferSource>;

let source: WasmSource | null = null;
let loading: Promise<Engine> | null = null;

/** Sets the source of the WebAssembly file; the entry points for Node and for browsers call it. */
export function setWasmSource(wasm: WasmSource): void {
  source = wasm;
}

/** Returns the engine. After a failure, the next call tries again. */
export function loadEngine(): Promise<Engine> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    const reason = error instanceof Error ? error.message : String(error);
    throw problem('', `the engine could not be loaded: ${reason}`, error);
  });
  return loading;
}

async function load(): Promise<Engine> {
  if (source === null) throw new Error('import bufferlab by its name, so that its entry point is chosen');
  await bindings.default({ module_or_path: await source() });
  return engineFromModule(bindings);
}
