/** Address of the engine's WebAssembly file. The build replaces the path by that in the package. */

/** Address of the file beside this module. */
export const WASM_FILE = new URL('../../web/generated/bufferlab_wasm_bg.wasm', import.meta.url);
