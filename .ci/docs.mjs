/**
 * The documentation in the site: the build writes it to `dist/docs/`, and the development server makes it again after a change.
 *
 * Its pages are plain HTML with one style sheet and one script, and have no part in the files that the Lab loads.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import MiniSearch from 'minisearch';
import { build } from 'vite';
import { renderPages, sectionsOf, textOf } from './docs-pages.mjs';
import { docsPictureOf } from './docs-previews.mjs';
import { PICTURE_WIDTH, renderer } from './raster.mjs';
import { root } from './shell.mjs';
import { siteToBuild } from './site.mjs';

/** @typedef {Map<string, string | Uint8Array>} Files contents by paths below `docs/` */

const FOLDERS = [join(root, 'docs'), join(root, 'web', 'docs'), join(root, 'public', 'lessons')];

const TYPES = new Map([
  ['html', 'text/html; charset=utf-8'],
  ['css', 'text/css'],
  ['js', 'text/javascript'],
  ['json', 'application/json'],
]);

/** @returns {import('vite').Plugin} */
export function docs() {
  /** @type {Promise<Files> | null} */
  let made = null;
  return {
    name: 'docs',
    // Before the service worker, which lists all files.
    writeBundle: { sequential: true, handler: ({ dir = '' }) => writeDocs(join(dir, 'docs')) },
    configureServer(server) {
      server.watcher.add(FOLDERS);
      server.watcher.on('all', (_, file) => {
        if (!FOLDERS.some((folder) => file.startsWith(folder))) return;
        made = null;
        server.ws.send({ type: 'full-reload' });
      });
      server.middlewares.use('/docs', (request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://host');
        const name = fileOf(pathname);
        made ??= docsFiles({ worker: false, url: null, hasPictures: false });
        made.then((files) => {
          const content = files.get(name);
          if (content === undefined) return next();
          response.setHeader('content-type', TYPES.get(posix.extname(name).slice(1)) ?? 'text/plain');
          response.end(content);
        }, next);
      });
    },
  };
}

/** @param {string} folder */
async function writeDocs(folder) {
  const { url, hasPages } = siteToBuild();
  for (const [name, content] of await docsFiles({ worker: true, url, hasPictures: hasPages })) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

/**
 * Makes all files of the documentation.
 *
 * @param {import('./docs-pages.mjs').Options} options
 * @returns {Promise<Files>}
 */
async function docsFiles(options) {
  const [pages, parts] = await Promise.all([renderPages(options), scriptAndStyles()]);
  const html = pages.map(({ url, content }) => /** @type {const} */ ([fileOf(url), content]));
  /** @type {Files} */
  const files = new Map([...html, ...chapterFolders(pages), ...parts, ['search.json', searchIndex(pages)]]);
  if (!options.hasPictures) return files;
  const png = await renderer();
  for (const { url, picture } of pages)
    if (picture !== null) files.set(docsPictureOf(url).slice('docs/'.length), png(picture, PICTURE_WIDTH));
  return files;
}

/**
 * Makes a file for the address of each chapter's folder, such as `docs/validation/`, which leads to the first page of the chapter:
 * a host of plain files has no other redirections.
 *
 * @param {import('./docs-pages.mjs').Rendered[]} pages
 * @returns {[path: string, html: string][]}
 */
export function chapterFolders(pages) {
  return pages
    .filter(({ isFirst }) => isFirst)
    .map(({ url, content }) => {
      const [, title = ''] = /<title>([^]*?)<\/title>/.exec(content) ?? [];
      const name = posix.basename(url);
      const html = [
        '<!doctype html>',
        `<html lang="en"><head><meta charset="utf-8" /><title>${title}</title>`,
        `<meta http-equiv="refresh" content="0; url=${name}" /><link rel="canonical" href="${name}" />`,
        `<meta name="color-scheme" content="light dark" /></head>`,
        `<body><p><a href="${name}">${title}</a></p></body></html>`,
      ];
      return [`${posix.dirname(url).slice(1)}/index.html`, `${html.join('\n')}\n`];
    });
}

/**
 * Returns the path of a page below `docs/`.
 *
 * @param {string} url
 */
export function fileOf(url) {
  return url.endsWith('/') ? `${url.slice(1)}index.html` : url.slice(1);
}

/**
 * Makes the index of the search: one entry for each section of each page. `web/docs/search.ts` reads it with the same fields.
 *
 * @param {import('./docs-pages.mjs').Rendered[]} pages
 */
export function searchIndex(pages) {
  const index = new MiniSearch({
    fields: ['heading', 'title', 'text'],
    storeFields: ['title', 'heading', 'about'],
  });
  for (const { url, content } of pages) {
    const [, title = '', body = ''] = /<h1>([^]*?)<\/h1>([^]*?)<nav class="beside"/.exec(content) ?? [];
    for (const section of sectionsOf(body)) {
      const { heading, text } = textOf(section);
      const prose = textOf({
        ...section,
        html: section.html.replaceAll(/<figure[^]*?<\/figure>/g, ' '),
      }).text;
      const about = prose.length > 120 ? `${prose.slice(0, 119)}…` : prose;
      const id = `${fileOf(url)}${section.id === '' ? '' : `#${section.id}`}`;
      index.add({ id, title: textOf({ ...section, html: title }).text, heading, text, about });
    }
  }
  return JSON.stringify(index);
}

/** Bundles the script and the style sheet of the pages. */
async function scriptAndStyles() {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      cssCodeSplit: false,
      target: 'es2022',
      cssTarget: ['chrome114', 'firefox125', 'safari17'],
      rolldownOptions: {
        input: join(root, 'web', 'docs', 'docs.ts'),
        output: { format: 'iife', entryFileNames: 'docs.js', assetFileNames: 'docs[extname]' },
      },
    },
  });
  const outputs = Array.isArray(built) ? built : [built];
  return outputs.flatMap((one) =>
    'output' in one
      ? one.output.map((file) => {
          const content = file.type === 'chunk' ? file.code : file.source;
          return /** @type {const} */ ([file.fileName, content.toString()]);
        })
      : [],
  );
}
