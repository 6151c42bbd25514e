/**
 * The file with what only the package's command reads: the page and the commands' WebAssembly. Modules of the engine have much in
 * common, so that they are far smaller in one stream than each by itself, as npm compresses them. It is a zip archive of stored files,
 * compressed by Brotli; `npm/src/command/bundle.ts` reads it.
 */
import { brotliCompressSync, constants } from 'node:zlib';
import { zipSync } from 'fflate';
import { ZIP_TIME } from '../.ci/release/archive.mjs';

/**
 * Returns the bundle of files by path. Its compression, the strongest, takes some 20 s for the page.
 *
 * @param {Record<string, Uint8Array>} files
 * @returns {Uint8Array}
 */
export function bundleOf(files) {
  const archive = zipSync(files, { level: 0, mtime: ZIP_TIME });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: archive.length,
  };
  return brotliCompressSync(archive, { params });
}
