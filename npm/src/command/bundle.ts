/** Files of the package that only its command reads. `npm/bundle.mjs` writes them into one compressed file. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { unzipSync } from 'fflate';

/** Path of the bundle beside the command. */
export const BUNDLE = fileURLToPath(new URL('./command.br', import.meta.url));

/** Path of the commands' WebAssembly in the bundle. */
export const COMMANDS = 'bufferlab_command_bg.wasm';

/** Folder of the page in the bundle. */
export const PAGE = 'page/';

/** Returns the files of the bundle whose paths begin with a text, by the rest of the path. */
export function bundled(start: string): ReadonlyMap<string, Uint8Array> {
  const archive = brotliDecompressSync(readFileSync(BUNDLE));
  const files = unzipSync(archive, { filter: ({ name }) => name.startsWith(start) });
  return new Map(Object.entries(files).map(([path, bytes]) => [path.slice(start.length), bytes]));
}
