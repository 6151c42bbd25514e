/**
 * Previews of the pages of the documentation: the tags of their heads and their pictures, by `web/static/docs.ts`, which has their
 * complete types.
 */
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { root } from './shell.mjs';

/** @typedef {{ address: string; title: string; description: string; chapter: string }} DocsPage */

/**
 * @typedef {object} Previews
 * @property {(page: DocsPage) => { svg: string }} docsPicture
 * @property {(page: DocsPage, site: { url: string | null }, picture: string | null) => string[]} docsTags
 */

/**
 * Loads the functions of `web/static/docs.ts`.
 *
 * @returns {Promise<Previews>}
 */
export async function loadPreviews() {
  /** @type {{ module: Previews }} */
  const { module } = await runnerImport(join(root, 'web', 'static', 'docs.ts'));
  return module;
}

/**
 * Returns the address of a page, relative to the lab.
 *
 * @param {string} url address below `docs/`, such as `/guides/teach.html`, or `/` for the first page
 */
export function docsAddressOf(url) {
  return `docs${url}`;
}

/**
 * Returns the path of the picture of a page, relative to the lab.
 *
 * @param {string} url address below `docs/`
 */
export function docsPictureOf(url) {
  return `docs${url.endsWith('/') ? `${url}index` : url.replace(/\.html$/, '')}.png`;
}
