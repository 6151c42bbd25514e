/** Static page of a preset, a lesson or a figure: its content, and its markup, which needs no JavaScript. */
import { escaped } from '../plot/svg';
import { DESCRIPTION_LENGTH } from './limits';
import { LISTS, MISSING, SITE, titleText } from './strings';
import { markupOfTags, metaTags, PICTURE_FILE, upFrom, type Preview, type Site } from './preview';
import { PICTURE_SIZE, type Picture } from './titledPicture';

/** Content of a page. Addresses of links are relative to the folder of the lab. */
export interface Page {
  /** Folder of the page below the lab, such as `presets/anomaly`. */
  path: string;
  /** Title in browsers and previews, unlike that of any other page. */
  title: string;
  /** Heading of the page; its title if left out. */
  heading?: string;
  /** Summary for search engines and previews, at most `DESCRIPTION_LENGTH.most` characters. */
  description: string;
  /** Kind of the page, above its heading; empty for none. */
  kind: string;
  /** Link to the lab. */
  open: Link;
  /** The list to which the page belongs; null for a list. */
  list: Link | null;
  picture: Picture;
  /** Folder of the picture below the lab: that of the page, or empty for the picture of the lab itself. */
  pictureIn: string;
  sections: readonly Section[];
}

/** Link to a place of the site. */
export interface Link {
  text: string;
  /** Address, relative to the folder of the lab. */
  address: string;
  /** Text after the link. */
  about?: string;
}

/** Part of a page under a heading, with one kind of content. */
export interface Section {
  heading: string;
  text?: string;
  list?: readonly string[];
  links?: readonly Link[];
  rows?: readonly (readonly [string, string])[];
  code?: string;
}

/** Returns what previews show of a page. */
export function previewOf({
  path,
  title,
  description,
  picture,
  pictureIn,
}: Pick<Page, 'path' | 'title' | 'description' | 'picture' | 'pictureIn'>): Preview {
  const image = { address: folder(pictureIn) + PICTURE_FILE, alt: picture.alt };
  return { address: folder(path), type: 'website', title, description, image };
}

/** Returns the markup of a page. The build adds its security policy. */
export function htmlOf(page: Page, site: Site): string {
  const { path, title, heading = title, kind, open, list, picture, pictureIn, sections } = page;
  const up = upFrom(folder(path));
  const tags = metaTags(previewOf(page), site);
  const image = `${up}${folder(pictureIn)}${PICTURE_FILE}`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escaped(titleText(title))}</title>
    ${markupOfTags(tags).join('\n    ')}
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="${up}favicon.svg" type="image/svg+xml" />
    <style>${STYLE}</style>
  </head>
  <body>
    <header>${[{ text: SITE.name, address: '' }, ...(list ? [list] : [])].map((link) => linkIn(link, up)).join(' / ')}</header>
    <main>
      ${kind === '' ? '' : `<p class="kind">${escaped(kind)}</p>`}
      <h1>${escaped(heading)}</h1>
      <p>${linkIn(open, up, 'open')}</p>
      <img src="${image}" width="${PICTURE_SIZE.width}" height="${PICTURE_SIZE.height}" alt="${escaped(picture.alt)}" />
${sections.map((section) => sectionIn(section, up)).join('\n')}
    </main>
    <footer>
      <p>${escaped(SITE.license)} <a href="${up}${site.license}">${SITE.licenseLink}</a>. ${escaped(SITE.version(site.version))}.</p>
    </footer>
  </body>
</html>
`;
}

/**
 * Returns the markup of the page that hosts answer with when there is none at an address. It may stand at any depth, so that all its
 * links are absolute.
 *
 * @param url address of the site
 */
export function missingPage(url: string): string {
  const links = Object.entries(LISTS).map(([path, { title }]) => ({ text: title, address: `${path}/` }));
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escaped(titleText(MISSING.title))}</title>
    <meta name="robots" content="noindex" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="${escaped(url)}favicon.svg" type="image/svg+xml" />
    <style>${STYLE}</style>
  </head>
  <body>
    <header>${linkIn({ text: SITE.name, address: '' }, url)}</header>
    <main>
      <h1>${escaped(MISSING.title)}</h1>
      <p>${escaped(MISSING.text)}</p>
      <p>${linkIn({ text: LISTS.presets.open, address: '' }, url, 'open')}</p>
      <ul>${[...links, { text: MISSING.docs, address: 'docs/' }].map((link) => `<li>${linkIn(link, url)}</li>`).join('')}</ul>
    </main>
  </body>
</html>
`;
}

function sectionIn({ heading, text, list, links, rows, code }: Section, up: string): string {
  const items = (texts: readonly string[]): string =>
    `<ul>${texts.map((item) => `<li>${item}</li>`).join('')}</ul>`;
  const cells = rows?.map(
    ([name, value]) => `<tr><th scope="row">${escaped(name)}</th><td>${escaped(value)}</td></tr>`,
  );
  const about = (link: Link): string => (link.about === undefined ? '' : ` ${escaped(link.about)}`);
  const parts = [
    text === undefined ? '' : `<p>${markupOf(text)}</p>`,
    list === undefined ? '' : items(list.map(markupOf)),
    links === undefined ? '' : items(links.map((link) => linkIn(link, up) + about(link))),
    cells === undefined
      ? ''
      : `<div class="wide" tabindex="0" role="group" aria-label="${escaped(heading)}"><table>${cells.join('')}</table></div>`,
    code === undefined ? '' : `<pre tabindex="0">${escaped(code)}</pre>`,
  ];
  return `      <section>\n        <h2>${escaped(heading)}</h2>\n        ${parts.join('')}\n      </section>`;
}

/** Returns the markup of a text, whose names of code stand between backticks. */
function markupOf(text: string): string {
  return escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function linkIn({ text, address }: Link, up: string, style?: string): string {
  const named = style === undefined ? '' : ` class="${style}"`;
  return `<a${named} href="${escaped(up + address)}">${escaped(text)}</a>`;
}

/** Returns a folder with its slash; empty for the folder of the lab. */
const folder = (path: string): string => (path === '' ? '' : `${path}/`);

/** Returns the beginning of a text in whole sentences, as far as they fit in a description; a long sentence is cut. */
export function descriptionOf(text: string): string {
  const { most } = DESCRIPTION_LENGTH;
  const ends = [...text.matchAll(/[.!?](?= [^a-z]|$)/g)].map(({ index }) => index + 1);
  const end = ends.findLast((at) => at <= most);
  if (end !== undefined && end >= DESCRIPTION_LENGTH.least) return text.slice(0, end);
  if (text.length <= most) return text;
  return `${text.slice(0, text.lastIndexOf(' ', most - 1)).replace(/[,;:]$/, '')}…`;
}

const STYLE = `
      :root { color-scheme: light dark; --ink: light-dark(#16181d, #eceef2); --quiet: light-dark(#41464f, #c0c5ce);
        --surface: light-dark(#ffffff, #14161a); --line: light-dark(#d9dce1, #343942); --accent: light-dark(#4a3fb0, #aaa4ff); }
      body { margin: 0 auto; padding: 16px; max-width: 45rem; background: var(--surface); color: var(--ink);
        font: 16px/1.5 system-ui, 'Segoe UI', Roboto, 'Liberation Sans', Arial, sans-serif; }
      a { color: var(--accent); }
      h1 { margin: 0 0 12px; font-size: 28px; line-height: 1.2; }
      h2 { margin: 24px 0 4px; font-size: 18px; }
      p, ul { margin: 4px 0; }
      .kind, footer { color: var(--quiet); font-size: 14px; }
      .open { display: inline-block; padding: 8px 16px; border-radius: 4px; background: var(--accent); color: var(--surface);
        font-weight: 600; text-decoration: none; }
      img { display: block; width: 100%; height: auto; margin: 12px 0; border: 1px solid var(--line); box-sizing: border-box; }
      .wide { overflow-x: auto; }
      table { border-collapse: collapse; font-size: 14px; }
      th, td { padding: 4px 12px 4px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
      th { font-weight: 600; }
      pre { margin: 4px 0; overflow-x: auto; font-size: 14px; }
      footer { margin-top: 32px; border-top: 1px solid var(--line); }
    `;
