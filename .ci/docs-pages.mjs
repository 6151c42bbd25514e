/**
 * Pages of the documentation: Markdown in `docs/`, and the descriptions of formats in `public/lessons`, made into HTML by Eleventy.
 *
 * A folder of `docs/` is a chapter, which `docs/chapters.json` names and orders. Its pages have `title`, `description` and `order`
 * in their front matter, and `group` for a heading above several pages of a long chapter. A page `a/b.md` becomes `a/b.html`. Links
 * between pages are relative links between the Markdown files.
 */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { tex } from '@mdit/plugin-tex';
import temml from 'temml';
import { exampleOf, DOCS } from './docs-commands.mjs';
import { loadCatalog } from './docs-catalog.mjs';
import { slugOf } from './docs-markdown.mjs';
import { commandLinks } from './docs-links.mjs';
import { docsAddressOf, docsPictureOf, loadPreviews } from './docs-previews.mjs';
import { profilesPage } from './docs-profiles.mjs';
import { referencePages } from './docs-reference.mjs';
import { validationPages } from './docs-validation.mjs';
import { root } from './shell.mjs';

/** @typedef {import('./docs-links.mjs').LinkOf} LinkOf */
/** @typedef {import('./docs-reference.mjs').Generated} Generated */
/** @typedef {{ url: string; title: string; description: string; chapter: string; group: string; order: number }} Page */
/** @typedef {{ title: string; groups: { title: string; pages: Page[] }[] }} Chapter */
/** @typedef {{ id: string; level: number; html: string }} Section a heading with what follows it; the first has no id */
/** @typedef {{ url: string; inputPath: string; content: string }} Content what Eleventy makes of a page */
/**
 * A page with its picture for previews as SVG, and whether it is the first one of its chapter.
 *
 * @typedef {Content & { picture: string | null; isFirst: boolean }} Rendered
 */
/** @typedef {(page: Page, chapter: string) => string} TagsOf markup of the tags for previews; the chapter is its title */
/** @typedef {import('markdown-it').default} MarkdownIt */
/** @typedef {import('markdown-it/lib/token.mjs').default} Token */
/** @typedef {{ url: string; inputPath: string; data: Record<string, unknown> }} Source a page before it is rendered */
/** @typedef {{ page: { inputPath: string }; source?: string }} Environment */
/** @typedef {(data: { page: { filePathStem: string } }) => string} Permalink */

/**
 * Part of Eleventy's configuration that is used here; the package has no types.
 *
 * @typedef {object} Config
 * @property {(use: boolean) => void} setUseGitIgnore
 * @property {(formats: string[]) => void} setTemplateFormats
 * @property {(name: string, value: string | boolean | (() => Permalink)) => void} addGlobalData
 * @property {(name: string, change: (markdown: MarkdownIt) => void) => void} amendLibrary
 * @property {(page: string, content: string, data: object) => void} addTemplate
 * @property {(name: string, list: (api: { getAll(): Source[] }) => unknown) => void} addCollection
 * @property {(name: string, filter: (...values: never[]) => unknown) => void} addFilter
 */

/** @typedef {{ toJSON(): Promise<Content[]> }} Builder */
/** @typedef {{ default: new (input: string, output: string, options: object) => Builder }} EleventyModule */

/** Texts with another place than `docs/`, which are also served beside the lessons: `source` becomes the page `page`. */
export const FORMATS = [
  {
    source: 'public/lessons/FORMAT.md',
    page: 'formats/lessons.md',
    order: 1,
    description: 'How to write a lesson in Markdown: front matter, blocks, questions, tasks, and courses.',
  },
  {
    source: 'public/lessons/RECEIPTS.md',
    page: 'formats/receipts.md',
    order: 2,
    description: 'The file with which students hand in their work, its limits, and how it is graded.',
  },
  {
    source: 'public/lessons/EMBED.md',
    page: 'formats/embedding.md',
    order: 3,
    description:
      'Frames with lessons and experiments, the messages between frame and page, and xAPI statements.',
  },
];

/**
 * Choices of a build of the pages.
 *
 * @typedef {object} Options
 * @property {boolean} worker whether the pages register the service worker
 * @property {string | null} url address of the site, if it is known
 * @property {boolean} hasPictures whether the pages have pictures for previews
 */

/**
 * Renders all pages.
 *
 * @param {Options} options
 * @returns {Promise<Rendered[]>}
 */
export async function renderPages(options) {
  /** @type {Map<string, string>} */
  const pictures = new Map();
  /** @type {Set<string>} */
  const firsts = new Set();
  const previews = await loadPreviews();
  const linkOf = await commandLinks();
  const catalog = await loadCatalog();
  const made = [profilesPage(catalog), ...referencePages(catalog), ...validationPages()];
  /** @type {TagsOf} */
  const tagsOf = ({ url, title, description }, chapter) => {
    const page = { address: docsAddressOf(url), title, description, chapter };
    if (options.hasPictures) pictures.set(url, previews.docsPicture(page).svg);
    return previews.docsTags(page, options, options.hasPictures ? docsPictureOf(url) : null).join('\n    ');
  };
  // @ts-expect-error The package has no types.
  const { default: Eleventy } = /** @type {EleventyModule} */ (await import('@11ty/eleventy'));
  const eleventy = new Eleventy('docs', 'dist/docs', {
    quietMode: true,
    configPath: false,
    config: (/** @type {Config} */ config) => {
      configure(config, linkOf, made, options.worker, tagsOf);
      config.addCollection('chapters', (api) => {
        const chapters = chaptersOf(api.getAll());
        for (const { groups } of chapters) firsts.add(groups[0]?.pages[0]?.url ?? '');
        return chapters;
      });
    },
  });
  const pages = await eleventy.toJSON();
  return pages
    .map((page) => ({
      ...page,
      picture: pictures.get(page.url) ?? null,
      isFirst: firsts.has(page.url),
    }))
    .toSorted((a, b) => (a.url < b.url ? -1 : 1));
}

/**
 * @param {Config} config
 * @param {LinkOf} linkOf
 * @param {Generated[]} made pages that are made from the catalog and from stored results
 * @param {boolean} worker
 * @param {TagsOf} tagsOf
 */
function configure(config, linkOf, made, worker, tagsOf) {
  config.setUseGitIgnore(false);
  config.setTemplateFormats(['md']);
  config.addGlobalData('layout', 'page.njk');
  // Markdown alone: braces in examples are no templates.
  config.addGlobalData('templateEngineOverride', 'md');
  config.addGlobalData('worker', worker);
  config.addGlobalData('permalink', () => (data) => `${data.page.filePathStem}.html`);
  config.amendLibrary('md', (markdown) => extend(markdown, linkOf));
  for (const { source, page, ...data } of FORMATS) {
    const [heading = '', ...lines] = readFileSync(join(root, source), 'utf8').split('\n');
    const title = heading.replace(/^# /, '');
    config.addTemplate(page, lines.join('\n'), { ...data, title, source });
  }
  for (const { page, data, text } of made) config.addTemplate(page, text, data);
  // No filter: Eleventy keeps compiled templates with the filters of the first rendering.
  config.addCollection('tags', (api) => tagsByUrl(api.getAll(), tagsOf));
  config.addFilter('root', (/** @type {string} */ url) => '../'.repeat(url.split('/').length - 2));
  config.addFilter('sections', sectionsOf);
  config.addFilter('text', textOf);
  config.addFilter('beside', besides);
}

/**
 * Orders the pages by chapter; throws if a page is incomplete or in no chapter.
 *
 * @param {Source[]} all
 * @returns {Chapter[]}
 */
export function chaptersOf(all) {
  const chapters = chapterFolders();
  const pages = all.map(pageOf);
  const known = new Set(['', ...chapters.map(({ folder }) => folder)]);
  const lost = pages.find(({ chapter }) => !known.has(chapter));
  if (lost)
    throw new Error(`docs/chapters.json has no folder ${lost.chapter}, which has the page ${lost.url}.`);
  return chapters
    .map(({ folder, title }) => ({
      title,
      groups: groupsOf(pages.filter(({ chapter }) => chapter === folder)),
    }))
    .filter(({ groups }) => groups.length > 0);
}

/**
 * @param {Source} page
 * @returns {Page}
 */
function pageOf({ url, inputPath, data }) {
  const { title, description, order, group = '' } = data;
  const missing = Object.entries({ title, description }).filter(
    ([, value]) => typeof value !== 'string' || value === '',
  );
  if (missing.length > 0)
    throw new Error(`${inputPath}: the front matter has no ${missing.map(([name]) => name).join(', ')}.`);
  const chapter = url.split('/').slice(1, -1).join('/');
  if (chapter !== '' && typeof order !== 'number')
    throw new Error(`${inputPath}: order in the front matter is a number.`);
  return {
    url,
    title: String(title),
    description: String(description),
    chapter,
    group: String(group),
    order: Number(order ?? 0),
  };
}

/** @param {Page[]} pages */
function groupsOf(pages) {
  const ordered = pages.toSorted((a, b) => a.order - b.order || a.title.localeCompare(b.title, 'en'));
  const titles = [...new Set(ordered.map(({ group }) => group))];
  return titles.map((title) => ({ title, pages: ordered.filter(({ group }) => group === title) }));
}

/**
 * Returns the pages before and after a page, in the order of the navigation.
 *
 * @param {Chapter[]} chapters
 * @param {string} url
 */
function besides(chapters, url) {
  const pages = chapters.flatMap(({ groups }) => groups.flatMap((group) => group.pages));
  const at = pages.findIndex((page) => page.url === url);
  return { previous: at > 0 ? pages[at - 1] : null, next: pages[at + 1] ?? null };
}

/**
 * Returns the tags of each page for previews, by its address.
 *
 * @param {Source[]} all
 * @param {TagsOf} tagsOf
 */
function tagsByUrl(all, tagsOf) {
  const titles = new Map(chapterFolders().map(({ folder, title }) => [folder, title]));
  return Object.fromEntries(
    all.map(pageOf).map((page) => [page.url, tagsOf(page, titles.get(page.chapter) ?? '')]),
  );
}

function chapterFolders() {
  /** @type {{ folder: string; title: string }[]} */
  const chapters = JSON.parse(readFileSync(join(DOCS, 'chapters.json'), 'utf8'));
  return chapters;
}

/**
 * Splits the HTML of a page at its headings of the second and third level.
 *
 * @param {string} html
 * @returns {Section[]}
 */
export function sectionsOf(html) {
  // The space keeps the first section apart from a heading at the beginning.
  const [first = '', ...others] = ` ${html}`.split(/(?=<h[23] id=")/);
  const sections = others.map((part) => {
    const [, level = '2', id = ''] = /^<h([23]) id="([^"]*)"/.exec(part) ?? [];
    return { id, level: Number(level), html: part };
  });
  return [{ id: '', level: 1, html: first }, ...sections];
}

/**
 * Returns the text of a section: its heading, and what follows.
 *
 * @param {Section} section
 */
export function textOf({ html }) {
  const plain = (/** @type {string} */ part) =>
    part
      .replaceAll(/<iframe[^]*?<\/iframe>/g, ' ')
      .replaceAll('<wbr>', '')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
      .replaceAll(/\s+/g, ' ')
      .trim();
  const [, heading = '', rest = html] = /^<h[23][^>]*>([^]*?)<\/h[23]>([^]*)$/.exec(html) ?? [];
  return { heading: plain(heading), text: plain(rest) };
}

/**
 * Adds to the parser of Markdown: ids of headings, links between sources, tables and code that scroll by themselves, and examples.
 *
 * @param {MarkdownIt} markdown
 * @param {LinkOf} linkOf
 */
function extend(markdown, linkOf) {
  markdown.core.ruler.push('heading_ids', ({ tokens }) => addHeadingIds(tokens));
  markdown.use(tex, { delimiters: 'dollars', render: formula });
  const { rules } = markdown.renderer;
  rules.link_open = (tokens, i, options, /** @type {Environment} */ environment, renderer) => {
    tokens[i]?.attrSet('href', addressOf(tokens[i].attrGet('href') ?? '', environment));
    return renderer.renderToken(tokens, i, options);
  };
  rules.table_open = () => '<div class="scrolls" tabindex="0" role="group" aria-label="Table"><table>\n';
  rules.table_close = () => '</table></div>\n';
  // Long names break after their parts.
  rules.code_inline = (tokens, i) =>
    `<code>${escaped(tokens[i]?.content ?? '').replaceAll(/[_.=,](?=\S)/g, '$&<wbr>')}</code>`;
  rules.fence = (tokens, i, _, /** @type {Environment} */ { page }) => {
    const { info = '', content = '' } = tokens[i] ?? {};
    const [, kind = '', rest = ''] = /^(\S*)(.*)$/.exec(info) ?? [];
    if (kind !== 'bufferlab') return code(content, kind);
    try {
      return liveExample(exampleOf(rest, content), linkOf, page.inputPath);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(`${page.inputPath}: ${why}`, { cause: error });
    }
  };
}

/**
 * Returns a formula in TeX as MathML, without the attributes of style that the security policy of the pages forbids.
 *
 * @param {string} text
 * @param {boolean} displayMode whether it stands on a line of its own
 */
function formula(text, displayMode) {
  return temml.renderToString(text, { displayMode, throwOnError: true }).replaceAll(/ style="[^"]*"/g, '');
}

/**
 * Gives each heading an id that is unique on its page.
 *
 * @param {Token[]} tokens
 */
function addHeadingIds(tokens) {
  const used = new Set();
  for (const [i, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const name = slugOf(tokens[i + 1]?.content ?? '');
    let id = name;
    for (let n = 1; used.has(id); n++) id = `${name}-${n}`;
    used.add(id);
    token.attrSet('id', id);
  }
}

/**
 * Returns the address of a link in the site: of a page for its Markdown file, of a file of `public/` from the top of the site.
 *
 * @param {string} href
 * @param {Environment} environment
 */
function addressOf(href, { page, source }) {
  if (/^([a-z]+:|#)/.test(href)) return href;
  const [, path = '', anchor = ''] = /^([^#]*)(#.*)?$/.exec(href) ?? [];
  const format = (/** @type {string} */ file) => FORMATS.find((one) => one.source === file);
  const here = posix.dirname(posix.relative('docs', posix.normalize(page.inputPath)));
  const within = source ?? posix.join('docs', here, 'x');
  const file = posix.join(posix.dirname(within), path);
  const listed = format(file);
  if (listed) return `${posix.relative(here, listed.page).replace(/\.md$/, '.html')}${anchor}`;
  if (file.startsWith('public/')) return `${posix.relative(here, posix.join('..', file.slice(7)))}${anchor}`;
  return `${path.replace(/\.md$/, '.html')}${anchor}`;
}

/**
 * Returns an example: the experiment in a frame if the command is a run, the command, and its output.
 *
 * @param {import('./docs-commands.mjs').Example} example
 * @param {LinkOf} linkOf
 * @param {string} inputPath
 */
function liveExample({ args, command, output }, linkOf, inputPath) {
  const link = linkOf(args);
  const up = '../'.repeat(posix.normalize(inputPath).split('/').length - 1);
  const frame = link
    ? `<iframe loading="lazy" src="${up}?embed#${link.fragment}" title="${escaped(`Experiment: ${link.title}`)}"></iframe>\n`
    : '';
  return `<figure class="example">
${frame}<div class="command">${code(`$ ${command}\n`, 'sh')}</div>
${output === '' ? '' : code(output, 'output')}</figure>\n`;
}

/**
 * @param {string} text
 * @param {string} kind
 */
function code(text, kind) {
  const name = kind === 'output' ? 'Output' : kind === 'sh' ? 'Command' : 'Code';
  return `<pre class="${escaped(kind || 'text')}" tabindex="0" role="group" aria-label="${name}"><code>${escaped(text)}</code></pre>\n`;
}

/** @param {string} text */
function escaped(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
