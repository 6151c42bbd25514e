/** Tags that describe a page to search engines and to previews of links, after the Open Graph protocol (https://ogp.me). */
import { escaped } from '../plot/svg';
import { SITE } from './strings';
import { PICTURE_SIZE } from './titledPicture';

/** Content of a preview. Addresses are relative to the folder of the lab. */
export interface Preview {
  address: string;
  /** Kind of the page in the Open Graph protocol. */
  type: 'website' | 'article';
  title: string;
  description: string;
  /** Picture of `PICTURE_SIZE`; null for none. */
  image: { address: string; alt: string } | null;
}

/** Name of the file of a picture that has a folder of its own. */
export const PICTURE_FILE = 'preview.png';

/** Address, version and license of the site. */
export interface Site {
  /** Address of the lab's folder, with a slash at its end; null if the build does not know it. */
  url: string | null;
  version: string;
  /** Path of the license below the lab. */
  license: string;
}

/** Element of the head with its attributes. */
export type Tag = ['meta' | 'link', Record<string, string>];

/** Returns the tags of a page. Without the address of the site, that of a picture is relative and the canonical one is left out. */
export function metaTags(preview: Preview, { url }: Pick<Site, 'url'>): Tag[] {
  const { address, type, title, description, image } = preview;
  const canonical = url === null ? null : url + address;
  const tags: Tag[] = [
    named('description', description),
    ...(canonical === null ? [] : [['link', { rel: 'canonical', href: canonical }] satisfies Tag]),
    graph('og:type', type),
    graph('og:site_name', SITE.name),
    graph('og:locale', 'en_US'),
    graph('og:title', title),
    graph('og:description', description),
    ...(canonical === null ? [] : [graph('og:url', canonical)]),
    ...(image === null ? [] : imageTags((url ?? upFrom(address)) + image.address, image.alt)),
    named('twitter:card', image === null ? 'summary' : 'summary_large_image'),
    named('twitter:title', title),
    named('twitter:description', description),
  ];
  return tags;
}

function imageTags(address: string, alt: string): Tag[] {
  return [
    graph('og:image', address),
    graph('og:image:type', 'image/png'),
    graph('og:image:width', PICTURE_SIZE.width),
    graph('og:image:height', PICTURE_SIZE.height),
    graph('og:image:alt', alt),
    named('twitter:image', address),
    named('twitter:image:alt', alt),
  ];
}

const named = (name: string, content: string): Tag => ['meta', { name, content }];

const graph = (property: string, content: string | number): Tag => [
  'meta',
  { property, content: String(content) },
];

/** Returns the markup of each tag. */
export function markupOfTags(tags: readonly Tag[]): string[] {
  return tags.map(([name, attributes]) => {
    const pairs = Object.entries(attributes).map(([key, value]) => `${key}="${escaped(value)}"`);
    return `<${name} ${pairs.join(' ')} />`;
  });
}

/** Returns the relative address of the lab's folder, seen from a page. */
export function upFrom(address: string): string {
  const folders = address.split('/').length - 1;
  return folders === 0 ? './' : '../'.repeat(folders);
}
