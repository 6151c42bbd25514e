/** What search engines and previews of links read of a page, and the rules that a validator of links would apply. */

/** Returns a text of an attribute without its references to characters. */
export const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** Returns the contents of the tags that describe a page, by their names; `title` and `canonical` among them. */
export function tagsOf(html: string): Map<string, string> {
  const tags = new Map<string, string>();
  for (const [, name = '', content = ''] of html.matchAll(
    /<meta (?:property|name)="([^"]+)" content="([^"]*)"/g,
  ))
    tags.set(name, unescaped(content));
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1];
  const canonical = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1];
  if (title !== undefined) tags.set('title', unescaped(title));
  if (canonical !== undefined) tags.set('canonical', unescaped(canonical));
  return tags;
}

/** Returns what a validator of links would find: the rules of ogp.me and of the cards of X. */
export function problemsOf(tags: ReadonlyMap<string, string>, site: string | null): string[] {
  const always = ['og:title', 'og:type', 'og:image', 'og:image:width', 'og:image:height', 'og:image:alt'];
  const required = ['title', 'description', ...always, 'og:description', 'twitter:card'];
  const addresses = ['og:url', 'canonical'];
  const missing = [...required, ...(site === null ? [] : addresses)].filter((name) => !tags.get(name));
  const absolute = site === null ? [] : [...addresses, 'og:image', 'twitter:image'];
  const relative = absolute.filter((name) => !tags.get(name)?.startsWith(site ?? ''));
  const doubtful = site === null ? addresses.filter((name) => tags.has(name)) : [];
  const equal = tags.get('og:url') === tags.get('canonical') ? [] : ['og:url is not canonical'];
  return [
    ...missing.map((name) => `${name} is missing`),
    ...relative.map((name) => `${name} is not absolute`),
    ...doubtful.map((name) => `${name} has an address that the build does not know`),
    ...equal,
  ];
}

/** Returns the width and the height that a PNG file names, as texts; throws if it is none. */
export function pngSize(picture: Uint8Array): string[] {
  const png = Buffer.from(picture);
  if (png.subarray(1, 4).toString() !== 'PNG') throw new Error('The picture is no PNG file.');
  return [png.readUInt32BE(16), png.readUInt32BE(20)].map(String);
}
