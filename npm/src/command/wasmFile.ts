/** Address of the commands' WebAssembly file. The build replaces the path by that in the package. */

/** Address of the file beside this module. */
export const COMMAND_FILE = new URL('../../../web/generated/bufferlab_command_bg.wasm', import.meta.url);
