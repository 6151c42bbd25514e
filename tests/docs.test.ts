/** The documentation is complete: its links lead somewhere, its pages have titles, and the navigation has them all. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import MiniSearch from 'minisearch';
import { beforeAll, describe, expect, it } from 'vitest';
import { chapterFolders, fileOf, searchIndex } from '../.ci/docs.mjs';
import { loadCatalog } from '../.ci/docs-catalog.mjs';
import { DOCS, examplesOf, markdownFiles } from '../.ci/docs-commands.mjs';
import { slugOf } from '../.ci/docs-markdown.mjs';
import { chaptersOf, FORMATS, renderPages } from '../.ci/docs-pages.mjs';
import { docsPictureOf } from '../.ci/docs-previews.mjs';
import { profilesPage } from '../.ci/docs-profiles.mjs';
import { referencePages } from '../.ci/docs-reference.mjs';
import { validationPages } from '../.ci/docs-validation.mjs';
import { STATIC_PATHS } from '../.ci/pages.mjs';
import { PICTURE_WIDTH, renderer } from '../.ci/raster.mjs';
import { DESCRIPTION_LENGTH, TITLE_LENGTH } from '../web/static/limits';
import { decodeLink } from '../web/url/codec';
import { viewOf } from '../web/url/views';
import { startEngines } from './both-engines';
import { program } from './lessons/native';
import { pngSize, problemsOf, tagsOf } from './previews';

const root = join(import.meta.dirname, '..');
const SITE = 'https://example.org/lab/';

let rendered: Awaited<ReturnType<typeof renderPages>> = [];
/** HTML of the pages by their paths below `docs/`. */
let pages = new Map<string, string>();

beforeAll(async () => {
  rendered = await renderPages({ worker: true, url: SITE, hasPictures: true });
  pages = new Map(rendered.map(({ url, content }) => [fileOf(url), content]));
});

/** Values of an attribute in the elements of a kind. */
function valuesIn(html: string, element: string, attribute: string): string[] {
  const found = html.matchAll(new RegExp(`<${element}(?=\\s)[^>]*?\\s${attribute}="([^"]*)"`, 'g'));
  return [...found].map(([, value = '']) => value.replaceAll('&amp;', '&'));
}

/** All pages with what is read of each. */
const each = <T>(read: (html: string, file: string) => T[]): T[] =>
  [...pages].flatMap(([file, html]) => read(html, file));

const textOf = (html: string, element: string): string =>
  new RegExp(`<${element}[^>]*>([^]*?)</${element}>`).exec(html)?.[1] ?? '';

/** Returns why an address on a page leads nowhere; empty if it leads somewhere. */
function problemOf(file: string, href: string): string {
  if (href.startsWith('https:')) return '';
  if (/^[a-z]+:/.test(href)) return 'another scheme than https';
  const [, path = '', anchor = ''] = /^([^#?]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(href) ?? [];
  const target = path === '' ? posix.join('docs', file) : posix.join('docs', posix.dirname(file), path);
  if (target.startsWith('..')) return 'above the site';
  if (target === './' || target === 'index.html') return problemOfLab(anchor);
  if (['docs/docs.css', 'docs/docs.js', 'service-worker.js'].includes(target)) return '';
  if (!target.startsWith('docs/'))
    return existsSync(join(root, 'public', target)) ? '' : 'no file of the site';
  const html = pages.get(target.slice('docs/'.length));
  if (html === undefined) return 'no page';
  return anchor === '' || html.includes(` id="${anchor}"`) ? '' : 'no such place on the page';
}

/** Returns why a fragment of the lab opens nothing. */
function problemOfLab(fragment: string): string {
  if (fragment === '' || fragment === viewOf(fragment)) return '';
  const [, lesson] = /^learn\/([\w-]+)$/.exec(fragment) ?? [];
  if (lesson !== undefined)
    return existsSync(join(root, 'public/lessons', `${lesson}.md`)) ? '' : 'no lesson';
  const decoded = decodeLink(fragment);
  return decoded.ok ? '' : decoded.message;
}

describe('links', () => {
  it('lead somewhere, with their anchors', () => {
    const links = each((html, file) => {
      const hrefs = ['a', 'link'].flatMap((element) => valuesIn(html, element, 'href'));
      const sources = ['script', 'iframe'].flatMap((element) => valuesIn(html, element, 'src'));
      return [...hrefs, ...sources].map((href) => ({ file, href }));
    });
    expect(links.length).toBeGreaterThan(200);
    const broken = links.map(({ file, href }) => ({ file, href, problem: problemOf(file, href) }));
    expect(broken.filter(({ problem }) => problem !== '')).toEqual([]);
  });

  it.each([
    ['other.html', 'no page'],
    ['index.html#nowhere', 'no such place on the page'],
    ['../nothing.html', 'no file of the site'],
    ['../../x', 'above the site'],
    ['../#learn/nothing', 'no lesson'],
    ['http://example.org', 'another scheme than https'],
  ])('to %s would be reported', (href, problem) => {
    expect(problemOf('index.html', href)).toBe(problem);
  });

  it('of the page open a page of the documentation', () => {
    const files = ['web/page/strings.ts', 'web/lessons/editor/Editor.tsx'];
    const named = files.flatMap((file) => [
      ...readFileSync(join(root, file), 'utf8').matchAll(/["']docs\/([\w/-]+\.html)["']/g),
    ]);
    expect(named).toHaveLength(3);
    expect(named.map(([, file = '']) => file).filter((file) => !pages.has(file))).toEqual([]);
  });
});

describe('each page', () => {
  it('has a title and a description that no other page has', () => {
    const heads = each((html, file) => [
      {
        file,
        title: textOf(html, 'title'),
        about: valuesIn(html, 'meta name="description"', 'content')[0] ?? '',
      },
    ]);
    expect(heads.filter(({ title, about }) => title.length < 10 || about.length < 30)).toEqual([]);
    expect(new Set(heads.map(({ title }) => title)).size).toBe(heads.length);
    expect(new Set(heads.map(({ about }) => about)).size).toBe(heads.length);
  });

  it('is made from a Markdown file, the catalog or stored results, and is in the navigation', async () => {
    const sources = markdownFiles().map((file) => relative(DOCS, file).replaceAll('\\', '/'));
    const catalog = await loadCatalog();
    const others = [...FORMATS, profilesPage(catalog), ...referencePages(catalog), ...validationPages()];
    const files = [...sources, ...others.map(({ page }) => page)].map((file) =>
      file.replace(/\.md$/, '.html'),
    );
    expect([...pages.keys()].sort()).toEqual(files.sort());
    const [, contents = ''] = /<nav id="contents"([^]*?)<\/nav>/.exec(pages.get('index.html') ?? '') ?? [];
    expect(valuesIn(contents, 'a', 'href').sort()).toEqual(files.filter((file) => file !== 'index.html'));
  });

  it('is where the address of its folder leads to, if it is the first page of a chapter', () => {
    const chapters = JSON.parse(readFileSync(join(DOCS, 'chapters.json'), 'utf8')) as { folder: string }[];
    const leads = chapterFolders(rendered).map(([path, html]) => {
      const [, target = ''] = /content="0; url=([^"]*)"/.exec(html) ?? [];
      expect(problemOf(path, target), path).toBe('');
      return `${path} ${target}`;
    });
    expect(leads.map((lead) => posix.dirname(lead.split(' ')[0]!)).sort()).toEqual(
      chapters.map(({ folder }) => folder).sort(),
    );
    expect(leads).toContain('validation/index.html simulators.html');
    expect(leads).toContain('start/index.html lecturer.html');
  });

  it('has one heading of the first level, and no inline script or style', () => {
    const odd = each((html, file) => {
      const headings = html.match(/<h1\b/g)?.length ?? 0;
      const inline = /<style\b|<script(?![^>]*\bsrc=)|\sstyle="|\son\w+="/.test(html);
      return headings !== 1 || inline ? [file] : [];
    });
    expect(odd).toEqual([]);
  });

  it('names the page before it and the page after it', () => {
    const walk: string[] = [];
    for (let file: string | undefined = 'start/lecturer.html'; file !== undefined;) {
      walk.push(file);
      const [next] = valuesIn(pages.get(file) ?? '', 'a rel="next"', 'href');
      file = next === undefined ? undefined : posix.join(posix.dirname(file), next);
    }
    expect(walk).toHaveLength(pages.size - 1);
    const [last] = walk.slice(-1);
    const [before] = valuesIn(pages.get(last ?? '') ?? '', 'a rel="prev"', 'href');
    expect(posix.join(posix.dirname(last ?? ''), before ?? '')).toBe(walk.at(-2));
  });
});

describe('a preview', () => {
  it('has all that search engines and chats ask for, with and without a known site', async () => {
    for (const [file, html] of pages) expect(problemsOf(tagsOf(html), SITE), file).toEqual([]);
    const unknown = await renderPages({ worker: true, url: null, hasPictures: true });
    for (const { url, content } of unknown) {
      const tags = tagsOf(content);
      expect(problemsOf(tags, null), url).toEqual([]);
      const image = new URL(tags.get('og:image') ?? '', `${SITE}docs${url}`);
      expect(image.href, url).toBe(`${SITE}${docsPictureOf(url)}`);
    }
  });

  it('names the address of its page, of a folder for the first page', () => {
    const canonical = [...pages].map(([file, html]) => [file, tagsOf(html).get('canonical')]);
    expect(new Set(canonical.map(([, address]) => address)).size).toBe(pages.size);
    expect(new Map(canonical as [string, string][]).get('index.html')).toBe(`${SITE}docs/`);
    const others = canonical.filter(([file]) => file !== 'index.html');
    expect(others.filter(([file, address]) => address !== `${SITE}docs/${file ?? ''}`)).toEqual([]);
  });

  it('has a title and a description of a length that is shown in full', () => {
    for (const [file, html] of pages) {
      const tags = tagsOf(html);
      const [title, about] = [tags.get('og:title') ?? '', tags.get('og:description') ?? ''];
      expect(title.length, `${file}: ${title}`).toBeGreaterThanOrEqual(TITLE_LENGTH.least);
      expect(title.length, `${file}: ${title}`).toBeLessThanOrEqual(TITLE_LENGTH.most);
      expect(about.length, `${file}: ${about}`).toBeGreaterThanOrEqual(DESCRIPTION_LENGTH.least);
      expect(about.length, `${file}: ${about}`).toBeLessThanOrEqual(DESCRIPTION_LENGTH.most);
    }
  });

  it('has a picture of the size that it names, which the service worker does not store', async () => {
    const png = await renderer();
    for (const { url, content, picture } of rendered) {
      const tags = tagsOf(content);
      expect(tags.get('og:image'), url).toBe(`${SITE}${docsPictureOf(url)}`);
      expect(STATIC_PATHS.test(docsPictureOf(url)), url).toBe(true);
      const bytes = png(picture ?? '', PICTURE_WIDTH);
      expect(pngSize(bytes), url).toEqual([tags.get('og:image:width'), tags.get('og:image:height')]);
      // Some chats show no picture above 300 kB.
      expect(bytes.length, url).toBeLessThan(300_000);
    }
  });

  it('has no picture if the build makes none', async () => {
    const plain = await renderPages({ worker: true, url: null, hasPictures: false });
    for (const { url, content, picture } of plain) {
      expect(picture, url).toBeNull();
      expect(problemsOf(tagsOf(content), null), url).toEqual([
        'og:image is missing',
        'og:image:width is missing',
        'og:image:height is missing',
        'og:image:alt is missing',
      ]);
    }
  });
});

it('the texts name the controls of the page as the page does', () => {
  const files = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' });
  const strings = files
    .filter((file) => /strings\.ts$/i.test(file))
    .map((file) => readFileSync(join(root, 'web', file), 'utf8'))
    .join('\n');
  const named = markdownFiles().flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/(?<!\*)\*(\p{Lu}[^*\n]*)\*(?!\*)/gu),
  ]);
  expect(named.length).toBeGreaterThan(10);
  expect(named.map(([, name = '']) => name).filter((name) => !strings.includes(`'${name}'`))).toEqual([]);
});

it('the limits of the model name parameters and kinds that the catalog has', () => {
  const catalog = JSON.stringify(startEngines().catalog);
  const text = readFileSync(join(DOCS, 'scope/not-modeled.md'), 'utf8');
  const names = [...text.matchAll(/`([a-z][a-z0-9_]*)`/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name) => !new RegExp(`["./]${name}"`).test(catalog))).toEqual([]);
});

it('a formula becomes MathML without attributes of style', () => {
  const html = pages.get('guides/size-a-buffer.html') ?? '';
  expect(html).toMatch(/<math\b[^]*?<msqrt>[^]*?<\/math>/);
  expect(/<math[^]*?<\/math>/.exec(html)?.[0]).not.toContain('style=');
});

it('a long page lists its headings of the second level beside the text', () => {
  const html = pages.get('start/operator.html') ?? '';
  const [, list = ''] = /<nav class="on-page"([^]*?)<\/nav>/.exec(html) ?? [];
  const headings = [...html.matchAll(/<h2 id="([^"]*)"/g)].map(([, id = '']) => `#${id}`);
  expect(headings.length).toBeGreaterThan(2);
  expect(valuesIn(list, 'a', 'href')).toEqual(headings);
});

describe('chapters', () => {
  const page = (url: string, data: object) => ({ url, inputPath: `docs${url}`, data: { ...data } });
  const complete = { title: 'A page', description: 'A page of a chapter.', order: 1 };

  it('are in the order of docs/chapters.json, without empty ones', () => {
    const urls = ['/formats/a.html', '/models/b.html', '/start/c.html'];
    const chapters = chaptersOf(urls.map((url) => page(url, complete)));
    expect(chapters.map(({ title }) => title)).toEqual(['Start', 'Models', 'Formats']);
  });

  it('have their pages by order, in groups', () => {
    const data = [
      { ...complete, title: 'CUBIC', group: 'Controllers', order: 3 },
      { ...complete, title: 'RED', group: 'Queues', order: 2 },
      { ...complete, title: 'About models', order: 1 },
      { ...complete, title: 'CoDel', group: 'Queues', order: 2 },
    ];
    const [models] = chaptersOf(data.map((one, i) => page(`/models/${String(i)}.html`, one)));
    const groups = models?.groups.map(({ title, pages }) => [title, ...pages.map((one) => one.title)]);
    expect(groups).toEqual([
      ['', 'About models'],
      ['Queues', 'CoDel', 'RED'],
      ['Controllers', 'CUBIC'],
    ]);
  });

  it.each([
    ['/unknown/a.html', complete, 'docs/chapters.json has no folder unknown'],
    ['/guides/a.html', { ...complete, description: '' }, 'the front matter has no description'],
    ['/guides/a.html', { description: 'Without a title.', order: 1 }, 'the front matter has no title'],
    ['/guides/a.html', { ...complete, order: 'first' }, 'order in the front matter is a number'],
  ])('refuse a page %s with %j', (url, data, why) => {
    expect(() => chaptersOf([page(url, data)])).toThrow(why);
  });
});

describe('an example of a run', () => {
  const examples = markdownFiles().flatMap((file) =>
    examplesOf(readFileSync(file, 'utf8'))
      .filter(({ args }) => args[0] === 'run')
      .map((example, at) => ({ ...example, at, page: relative(DOCS, file).replace(/\.md$/, '.html') })),
  );

  it('has a frame on its page', () => {
    const frames = each((html) => valuesIn(html, 'iframe', 'src'));
    expect(frames).toHaveLength(examples.length);
    expect(frames.filter((src) => !/^(\.\.\/)+\?embed#1\.d/.test(src))).toEqual([]);
  });

  it.skipIf(program === undefined).each(examples)(
    'has the same run in its frame: $command',
    ({ page, at, args }) => {
      const src = valuesIn(pages.get(page) ?? '', 'iframe', 'src')[at] ?? '';
      const digestOf = (...words: string[]) => {
        const { stdout, stderr } = spawnSync(program ?? '', words, { encoding: 'utf8' });
        expect(stderr, 'warnings, which the page may not show').toBe('');
        return /, digest (\w+)\.$/m.exec(stdout)?.[1];
      };
      const digest = digestOf(...args);
      expect(digest).toMatch(/^[0-9a-f]{16}$/);
      expect(digestOf('run', src.replace(/^.*#/, ''))).toBe(digest);
    },
  );
});

it('the descriptions of formats are pages with the headings of their sources', () => {
  for (const { source, page } of FORMATS) {
    const text = readFileSync(join(root, source), 'utf8').replaceAll(/^(```|~~~)[^]*?^\1$/gm, '');
    const headings = [...text.matchAll(/^##+ (.*)$/gm)].map(([, heading = '']) => slugOf(heading));
    const html = pages.get(page.replace(/\.md$/, '.html')) ?? '';
    expect(headings.length).toBeGreaterThan(3);
    expect(headings.filter((id) => !html.includes(` id="${id}"`))).toEqual([]);
  }
});

it('the search finds sections by their words', () => {
  const index = MiniSearch.loadJSON(searchIndex(rendered), { fields: ['heading', 'title', 'text'] });
  const found = (query: string) =>
    index.search(query, { combineWith: 'AND', boost: { heading: 4, title: 4 } });
  expect(found('slurm')[0]?.id).toBe('guides/cluster.html#slurm');
  expect(found('fragmentation')[0]?.id).toBe('scope/not-modeled.html#network');
  expect(found('receipts graded')[0]?.id).toBe('formats/receipts.html#how-receipts-are-graded');
  const ids = found('the').map(({ id }) => id as string);
  expect(ids.filter((id) => problemOf('index.html', id) !== '')).toEqual([]);
});
