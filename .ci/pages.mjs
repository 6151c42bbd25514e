/**
 * Static pages beside the built page: one for each preset, lesson and figure of the papers, with a picture for previews of
 * links. Search engines and previews read them; the Lab itself runs only scripts.
 *
 *     BUFFERLAB_SITE=https://example.org/lab/ npm run build    absolute addresses, sitemap.xml and robots.txt
 *     BUFFERLAB_PAGES=none npm run build                       no static pages, for a quick start
 *
 * The pictures are charts of the engine's own runs. The same sources make the same bytes: the run is deterministic, the
 * renderer is WebAssembly, and the font is a package. Frames of runs and pictures are stored below `target/pages` by the hash of
 * their input, so that a further build computes only what has changed.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { runnerImport } from 'vite';
import { withPolicy } from './policy.mjs';
import { cached, renderer } from './raster.mjs';
import { root } from './shell.mjs';

/** @typedef {[string, Record<string, string>]} Tag an element of the head with its attributes */
/** @typedef {{ url: string | null; version: string; license: string }} Site */
/** @typedef {{ path: string; picture: { svg: string }; pictureIn: string }} Page the part of a page that is used here */
/** @typedef {{ get: (key: string, compute: () => unknown) => unknown }} Cache */

/**
 * The functions of `web/static/entry.ts`, which has their complete types.
 *
 * @typedef {object} Static
 * @property {(sources: object) => Promise<{ home: Page; pages: Page[] }>} siteOf
 * @property {(page: Page, site: Site) => string} htmlOf
 * @property {(page: Page, site: Site) => Tag[]} metaTags
 * @property {(module: unknown) => unknown} engineFromModule
 */

const dist = join(root, 'dist');

/** Width of a picture for previews, pixels. */
const WIDTH = 1200;

/** Paths in `dist/` that this file writes, which the service worker does not store. */
export const STATIC_PATHS = /^(presets|learn|papers)\/|^(preview\.png|sitemap\.xml|robots\.txt)$/;

/** Text with links for visitors without scripts and for search engines. */
const WITHOUT_SCRIPTS =
  'Read about its <a href="presets/">presets</a>, <a href="learn/">lessons</a> and <a href="papers/">figures of papers</a>.';

/** @returns {import('vite').Plugin[]} */
export function pages() {
  const choice = process.env.BUFFERLAB_PAGES ?? '';
  if (!['', 'all', 'none'].includes(choice))
    throw new Error(`BUFFERLAB_PAGES=${choice}: accepted are all (the default) and none`);
  if (choice === 'none') return [];
  const url = siteAddress(process.env.BUFFERLAB_SITE ?? '');
  /** @type {Promise<Made> | null} */
  let made = null;
  return [
    {
      name: 'static-pages',
      apply: 'build',
      buildStart() {
        made = null;
      },
      transformIndexHtml: {
        order: 'pre',
        async handler(html) {
          const { tags } = await (made ??= staticFiles(url));
          // The description stands in web/index.html, as it also serves builds without pages.
          const described = tags.filter(([, { name }]) => name !== 'description');
          return {
            html: html.replace('</noscript>', ` ${WITHOUT_SCRIPTS}</noscript>`),
            tags: described.map(([tag, attrs]) => ({ tag, attrs, injectTo: 'head' })),
          };
        },
      },
      async closeBundle() {
        if (!existsSync(join(dist, 'index.html'))) return;
        const { files } = await (made ??= staticFiles(url));
        for (const [path, content] of files) {
          const file = join(dist, path);
          mkdirSync(dirname(file), { recursive: true });
          writeFileSync(file, content);
        }
      },
    },
  ];
}

/** @typedef {{ files: Map<string, string | Uint8Array>; tags: Tag[] }} Made */

/**
 * Returns the address of the lab's folder on the web with a slash at its end; null for an empty text.
 *
 * @param {string} text
 */
export function siteAddress(text) {
  if (text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isFile = url !== null && /\.html?$/.test(url.pathname);
  if (url === null || isFile || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new Error(
      `BUFFERLAB_SITE=${text}: accepted is the address of the folder of the lab, such as https://example.org/lab/`,
    );
  return url.href.replace(/\/*$/, '/');
}

/**
 * Makes the files of all pages, by their paths in `dist/`, and the tags of `index.html`.
 *
 * @param {string | null} url
 * @returns {Promise<Made>}
 */
export async function staticFiles(url) {
  /** @type {{ module: Static }} */
  const { module } = await runnerImport(join(root, 'web', 'static', 'entry.ts'));
  const { home, pages: all } = await module.siteOf(await sourcesOf(module));
  /** @type {{ version: string }} */
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  /** @type {Site} */
  const site = { url, version, license: 'licences/bufferlab.txt' };
  const png = await renderer();
  /** @type {Made['files']} */
  const files = new Map([['preview.png', png(home.picture.svg, WIDTH)]]);
  for (const page of all) {
    const html = withPolicy(module.htmlOf(page, site), [`img-src 'self'`]);
    files.set(`${page.path}/index.html`, html);
    if (page.pictureIn === page.path) files.set(`${page.path}/preview.png`, png(page.picture.svg, WIDTH));
  }
  if (url !== null) {
    const addresses = [url, ...all.map(({ path }) => `${url}${path}/`)];
    files.set('sitemap.xml', sitemapOf(addresses));
    files.set('robots.txt', `User-agent: *\nAllow: /\n\nSitemap: ${url}sitemap.xml\n`);
  }
  return { files, tags: module.metaTags(home, site) };
}

/** @param {Static} module */
async function sourcesOf(module) {
  const [engine, studies] = await Promise.all([
    import('../web/generated/bufferlab_wasm.js'),
    import('../web/generated/bufferlab_studies.js'),
  ]);
  const wasm = readFileSync(join(root, 'web', 'generated', 'bufferlab_wasm_bg.wasm'));
  engine.initSync({ module: wasm });
  studies.initSync({ module: readFileSync(join(root, 'web', 'generated', 'bufferlab_studies_bg.wasm')) });
  const figures = join(root, 'engine', 'papers');
  return {
    engine: module.engineFromModule(engine),
    cache: /** @type {Cache} */ ({
      get: (key, compute) =>
        /** @type {unknown} */ (deserialize(cached('frame', [wasm, key], () => serialize(compute())))),
    }),
    lessons: textsIn(join(root, 'public', 'lessons'), '.md'),
    figures: textsIn(join(figures, 'figures'), '.json'),
    results: textsIn(join(figures, 'results'), '.json'),
    /** @type {(figure: string, result: string | undefined) => unknown} */
    readFigure: (figure, result) => JSON.parse(studies.figure_json(figure, result)),
  };
}

/**
 * Reads the files of a folder, by name without extension.
 *
 * @param {string} folder
 * @param {string} extension
 * @returns {Record<string, string>}
 */
function textsIn(folder, extension) {
  const names = readdirSync(folder).filter((name) => name.endsWith(extension));
  return Object.fromEntries(
    names.sort().map((name) => [name.slice(0, -extension.length), readFileSync(join(folder, name), 'utf8')]),
  );
}

/** @param {string[]} addresses */
function sitemapOf(addresses) {
  const rows = addresses.map((address) => `  <url><loc>${address.replaceAll('&', '&amp;')}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('\n')}\n</urlset>\n`;
}
