/**
 * Static pages beside the built page: one for each preset, lesson and figure of the papers, with a picture for previews of
 * links. Search engines and previews read them; the Lab itself runs only scripts.
 *
 * `.ci/site.mjs` has the variables of the environment that choose what is made. The pictures are charts of the engine's own runs. The same sources make the same bytes: the run is deterministic, the
 * renderer is WebAssembly, and the font is a package. Frames of runs and pictures are stored below `target/pages` by the hash of
 * their input, so that a further build computes only what has changed.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { runnerImport } from 'vite';
import { docsAddressOf } from './docs-previews.mjs';
import { withPolicy } from './policy.mjs';
import { cached, PICTURE_WIDTH, renderer } from './raster.mjs';
import { root } from './shell.mjs';
import { siteToBuild } from './site.mjs';

/** @typedef {[string, Record<string, string>]} Tag an element of the head with its attributes */
/** @typedef {{ url: string | null; version: string; license: string }} Site */
/** @typedef {object} Preview what `metaTags` reads */
/** @typedef {{ path: string; picture: { svg: string }; pictureIn: string }} Page the part of a page that is used here */
/** @typedef {{ get: (key: string, compute: () => unknown) => unknown }} Cache */

/**
 * The functions of `web/static/entry.ts`, which has their complete types.
 *
 * @typedef {object} Static
 * @property {(sources: object) => Promise<{ home: Page; pages: Page[] }>} siteOf
 * @property {(page: Page, site: Site) => string} htmlOf
 * @property {(page: Page) => Preview} previewOf
 * @property {(url: string) => string} missingPage
 * @property {(preview: Preview, site: Site) => Tag[]} metaTags
 * @property {(module: unknown) => unknown} engineFromModule
 */

const dist = join(root, 'dist');

/** Paths in `dist/` of static pages and pictures for previews, which the service worker does not store. */
export const STATIC_PATHS =
  /^(presets|learn|papers)\/|^docs\/.*\.png$|^(preview\.png|404\.html|sitemap\.xml|robots\.txt)$/;

/** Text with links for visitors without scripts and for search engines. */
const WITHOUT_SCRIPTS =
  'Read about its <a href="presets/">presets</a>, <a href="learn/">lessons</a> and <a href="papers/">figures of papers</a>.';

/** @returns {import('vite').Plugin[]} */
export function pages() {
  const { hasPages, url } = siteToBuild();
  if (!hasPages) return [];
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
        const { files, addresses } = await (made ??= staticFiles(url));
        const listed = url === null ? [] : filesForSearchEngines(url, [...addresses, ...docsAddresses()]);
        for (const [path, content] of [...files, ...listed]) {
          const file = join(dist, path);
          mkdirSync(dirname(file), { recursive: true });
          writeFileSync(file, content);
        }
      },
    },
  ];
}

/** @typedef {{ files: Map<string, string | Uint8Array>; tags: Tag[]; addresses: string[] }} Made */

/**
 * Makes the files of all pages, by their paths in `dist/`, the tags of `index.html`, and the addresses of all these pages.
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
  const files = new Map([['preview.png', png(home.picture.svg, PICTURE_WIDTH)]]);
  for (const page of all) {
    const html = withPolicy(module.htmlOf(page, site), [`img-src 'self'`]);
    files.set(`${page.path}/index.html`, html);
    if (page.pictureIn === page.path)
      files.set(`${page.path}/preview.png`, png(page.picture.svg, PICTURE_WIDTH));
  }
  // Without the address of the site its links would be right at one depth only.
  if (url !== null) files.set('404.html', withPolicy(module.missingPage(url), [`img-src 'self'`]));
  const addresses = ['', ...all.map(({ path }) => `${path}/`)];
  return { files, tags: module.metaTags(module.previewOf(home), site), addresses };
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

/**
 * Returns the addresses of the documentation's pages in the site, which `.ci/docs.mjs` has written before. The folders of its
 * chapters only lead to pages.
 */
function docsAddresses() {
  const names = readdirSync(join(dist, 'docs'), { recursive: true, encoding: 'utf8' });
  const pages = names.map((name) => name.replaceAll('\\', '/')).filter((name) => name.endsWith('.html'));
  return pages
    .filter((name) => !name.endsWith('/index.html'))
    .sort()
    .map((name) => docsAddressOf(`/${name.replace(/^index\.html$/, '')}`));
}

/**
 * Makes the files that search engines read, by their paths.
 *
 * @param {string} url address of the site
 * @param {string[]} addresses addresses of its pages, relative to it
 * @returns {Map<string, string>}
 */
export function filesForSearchEngines(url, addresses) {
  const rows = addresses.map(
    (address) => `  <url><loc>${(url + address).replaceAll('&', '&amp;')}</loc></url>`,
  );
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('\n')}\n</urlset>\n`;
  const robots = `User-agent: *\nAllow: /\n\nSitemap: ${url}sitemap.xml\n`;
  return new Map([
    ['sitemap.xml', sitemap],
    ['robots.txt', robots],
  ]);
}
