/** The static pages of presets, lessons and figures: previews of links and search engines find all that they ask for. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { filesForSearchEngines, staticFiles, STATIC_PATHS } from '../.ci/pages.mjs';
import { siteAddress, siteToBuild } from '../.ci/site.mjs';
import { parseCourse } from '../web/lessons/format/course';
import { DESCRIPTION_LENGTH, TITLE_LENGTH } from '../web/static/limits';
import { descriptionOf, htmlOf } from '../web/static/page';
import { wrapped } from '../web/static/titledPicture';
import { decodeLink } from '../web/url/codec';
import { pngSize, problemsOf, tagsOf, unescaped } from './previews';
import { compiledEngine } from './run';

const root = join(import.meta.dirname, '..');
const SITE = 'https://example.org/lab/';

type Files = ReadonlyMap<string, string | Uint8Array>;

let known: Files;
let addresses: string[];
let unknown: Files;
beforeAll(async () => {
  ({ files: known, addresses } = await staticFiles(SITE));
  unknown = (await staticFiles(null)).files;
});

const MISSING = '404.html';

const pagesIn = (files: Files): [string, string][] =>
  [...files].flatMap(([path, content]) =>
    typeof content === 'string' && path.endsWith('.html') && path !== MISSING
      ? [[path, content] as [string, string]]
      : [],
  );

const filesOf = (folder: string): string[] =>
  readdirSync(join(root, folder)).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -5)] : []));

function lessonIds(): string[] {
  const course = parseCourse(readFileSync(join(root, 'public/lessons/course.md'), 'utf8'));
  if (!course.ok) throw new Error('The course cannot be read.');
  return course.course.topics.flatMap(({ lessons }) => lessons.map(({ id }) => id));
}

describe('the static pages', () => {
  it('are one for each preset, lesson and figure, and three lists', () => {
    const presets = compiledEngine()
      .presets()
      .map(({ id }) => id);
    const figures = filesOf('engine/papers/figures');
    expect([presets.length, lessonIds().length, figures.length]).toEqual([32, 12, 68]);
    const expected = [
      ...['presets', 'learn', 'papers'],
      ...presets.map((id) => `presets/${id}`),
      ...lessonIds().map((id) => `learn/${id}`),
      ...figures.map((id) => `papers/${id}`),
    ];
    const paths = pagesIn(known).map(([path]) => path.replace('/index.html', ''));
    expect(paths.sort()).toEqual(expected.sort());
  });

  it('have all that previews need, with and without a known site', () => {
    for (const [path, html] of pagesIn(known)) expect(problemsOf(tagsOf(html), SITE), path).toEqual([]);
    for (const [path, html] of pagesIn(unknown)) expect(problemsOf(tagsOf(html), null), path).toEqual([]);
  });

  it('have titles and descriptions of their own, of a length that is shown in full', () => {
    const tags = pagesIn(known).map(([path, html]) => ({ path, tags: tagsOf(html) }));
    for (const name of ['title', 'description', 'canonical']) {
      const values = tags.map(({ tags }) => tags.get(name));
      const repeated = values.filter((value, i) => values.indexOf(value) !== i);
      expect(repeated, name).toEqual([]);
    }
    for (const { path, tags: found } of tags) {
      const title = found.get('og:title') ?? '';
      expect(found.get('title'), path).toBe(`${title} · Bufferlab`);
      expect(title.length, title).toBeGreaterThanOrEqual(TITLE_LENGTH.least);
      expect(title.length, title).toBeLessThanOrEqual(TITLE_LENGTH.most);
      const description = found.get('description') ?? '';
      expect(description.length, `${path}: ${description}`).toBeGreaterThanOrEqual(DESCRIPTION_LENGTH.least);
      expect(description.length, `${path}: ${description}`).toBeLessThanOrEqual(DESCRIPTION_LENGTH.most);
    }
  });

  it('have pictures of the size that they name, small enough for every preview', () => {
    for (const [path, html] of pagesIn(known)) {
      const tags = tagsOf(html);
      const picture = known.get((tags.get('og:image') ?? '').replace(SITE, ''));
      if (!(picture instanceof Uint8Array)) throw new Error(`${path} has no picture.`);
      const size = pngSize(picture);
      expect(size, path).toEqual([tags.get('og:image:width'), tags.get('og:image:height')]);
      expect(size, path).toEqual(['1200', '630']);
      // Some chats show no picture above 300 kB.
      expect(picture.length, path).toBeLessThan(300_000);
    }
  });

  it('link only to pages and files that exist', () => {
    const others = new Set(['', 'favicon.svg', 'licences/bufferlab.txt']);
    for (const [path, html] of pagesIn(known)) {
      const base = new URL(path, SITE);
      for (const [, address = ''] of html.matchAll(/(?:href|src)="([^"]+)"/g)) {
        const url = new URL(unescaped(address), base);
        expect(url.href.startsWith(SITE), `${path}: ${address}`).toBe(true);
        const target = url.pathname.slice(new URL(SITE).pathname.length);
        const file = target.endsWith('/') ? `${target}index.html` : target;
        expect(known.has(file) || others.has(file), `${path}: ${address}`).toBe(true);
      }
    }
  });

  it('have one beside them for other addresses, whose links are right at any depth', () => {
    const html = String(known.get(MISSING));
    const targets = [...html.matchAll(/href="([^"]+)"/g)].map(([, address = '']) => address);
    const paths = targets.map((address) => (address.startsWith(SITE) ? address.slice(SITE.length) : null));
    expect(paths).toEqual(['favicon.svg', '', '', 'presets/', 'learn/', 'papers/', 'docs/']);
    expect(html).toMatch(/Content-Security-Policy" content="default-src 'none'; style-src/);
    expect(unknown.has(MISSING)).toBe(false);
  });

  it('of presets open the experiment of the preset', () => {
    for (const { id, scenario } of compiledEngine().presets()) {
      const html = known.get(`presets/${id}/index.html`);
      const [, fragment = ''] = /class="open" href="\.\.\/\.\.\/#([^"]+)"/.exec(String(html)) ?? [];
      expect(decodeLink(fragment), id).toMatchObject({ ok: true, scenario });
    }
  });

  it('show names of code as code, and markup in a text as text', () => {
    for (const [path, html] of pagesIn(known)) expect(html, path).not.toMatch(/`/);
    const page = {
      path: 'presets/x',
      title: 'A <b>title</b>',
      description: 'About "it"',
      kind: '',
      open: { text: 'Open', address: '#"><script>' },
      list: null,
      picture: { svg: '', alt: '<alt>' },
      pictureIn: 'presets/x',
      sections: [
        {
          heading: 'On',
          text: 'Use `a<b>` and <i>.',
          list: ['<u>'],
          rows: [['<k>', '<v>'] as const],
          code: '<c>',
        },
      ],
    };
    const html = htmlOf(page, { url: null, version: '1.0.0', license: 'license.txt' });
    expect(html).toContain('Use <code>a&lt;b&gt;</code> and &lt;i&gt;.');
    expect([...html.matchAll(/<(?:b|i|u|k|v|c|script|alt)\b/g)]).toEqual([]);
  });

  it('need no script and allow none', () => {
    for (const [path, html] of pagesIn(known)) {
      expect(html, path).not.toContain('<script');
      expect(html, path).toMatch(/Content-Security-Policy" content="default-src 'none'; style-src/);
    }
  });

  it('are listed for search engines', () => {
    const files = filesForSearchEngines(SITE, addresses);
    const sitemap = files.get('sitemap.xml') ?? '';
    const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);
    const canonical = pagesIn(known).map(([, html]) => tagsOf(html).get('canonical'));
    expect(listed.sort()).toEqual([SITE, ...canonical].sort());
    expect(files.get('robots.txt')).toContain(`Sitemap: ${SITE}sitemap.xml`);
  });

  it('are not stored by the service worker', () => {
    expect([...known.keys()].filter((path) => !STATIC_PATHS.test(path))).toEqual([]);
    expect(
      ['index.html', 'lessons/buffer.md', 'assets/x.js', 'docs/guides/teach.html'].filter((path) =>
        STATIC_PATHS.test(path),
      ),
    ).toEqual([]);
  });
});

describe('the rules of previews', () => {
  const good = (): Map<string, string> => tagsOf(String(known.get('presets/anomaly/index.html')));

  it.each(['title', 'description', 'og:title', 'og:type', 'og:image', 'og:image:alt', 'og:url', 'canonical'])(
    'find that %s is missing',
    (name) => {
      const tags = good();
      tags.delete(name);
      expect(problemsOf(tags, SITE)).toContain(`${name} is missing`);
    },
  );

  it('find a relative address, and one of another page', () => {
    expect(problemsOf(good().set('og:image', '../preview.png'), SITE)).toEqual(['og:image is not absolute']);
    expect(problemsOf(good().set('og:url', `${SITE}presets/`), SITE)).toEqual(['og:url is not canonical']);
  });
});

describe('the environment of a build', () => {
  it('chooses pages and pictures, and refuses other choices', () => {
    expect(siteToBuild({})).toEqual({ hasPages: true, url: null });
    expect(siteToBuild({ BUFFERLAB_PAGES: 'none', BUFFERLAB_SITE: SITE })).toEqual({
      hasPages: false,
      url: SITE,
    });
    expect(() => siteToBuild({ BUFFERLAB_PAGES: 'some' })).toThrow('BUFFERLAB_PAGES=some: accepted are all');
  });
});

describe('the address of the site', () => {
  it('gets a slash at its end, and is optional', () => {
    expect(siteAddress('https://example.org/lab')).toBe(SITE);
    expect(siteAddress('http://localhost:8000')).toBe('http://localhost:8000/');
    expect(siteAddress('https://example.org/v1.0')).toBe('https://example.org/v1.0/');
    expect(siteAddress('')).toBeNull();
  });

  it.each([
    'example.org',
    'ftp://example.org/',
    'https://example.org/?a',
    'https://example.org/#b',
    'https://',
  ])('%s is refused with an example', (text) => {
    expect(() => siteAddress(text)).toThrow(`BUFFERLAB_SITE=${text}: accepted is`);
  });
});

describe('a description', () => {
  const sentence = 'A queue grows while more packets arrive than leave, and shrinks afterwards.';

  it('ends with a whole sentence if that is long enough', () => {
    expect(descriptionOf(`${sentence} ${sentence} ${sentence}`)).toBe(`${sentence} ${sentence}`);
    expect(descriptionOf(`The buffer has 1.5 MB. ${sentence}`)).toBe(`The buffer has 1.5 MB. ${sentence}`);
  });

  it('is cut between words if its first sentence is too long', () => {
    const cut = descriptionOf(`${'word '.repeat(60)}end.`);
    expect(cut).toMatch(/^(word )+word…$/);
    expect(cut.length).toBeLessThanOrEqual(DESCRIPTION_LENGTH.most);
  });
});

describe('a title in a picture', () => {
  it('is broken between words, and cut after the last line', () => {
    expect(wrapped('Short', 20, 2)).toEqual(['Short']);
    const lines = wrapped('A long title of a figure '.repeat(10).trim(), 20, 2);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^A long title .*\w$/);
    expect(lines[1]).toMatch(/…$/);
  });
});
