/** Entry point for Node: reads the engine from its file. */
import { readFile } from 'node:fs/promises';
import { setWasmSource } from './engine';
import { WASM_FILE } from './wasmFile';

setWasmSource(() => readFile(WASM_FILE));

export * from './index';
