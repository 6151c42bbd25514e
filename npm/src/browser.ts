/** Entry point for browsers, workers and bundlers: fetches the engine from its address. */
import { setWasmSource } from './engine';
import { WASM_FILE } from './wasmFile';

setWasmSource(() => WASM_FILE);

export * from './index';
