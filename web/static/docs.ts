/** Previews of the pages of the documentation, which `.ci/docs-pages.mjs` calls in Node. */
import { markupOfTags, metaTags, type Preview, type Site } from './preview';
import { DOCS } from './strings';
import { pictureOfText, type Picture } from './titledPicture';

/** Page of the documentation. */
export interface DocsPage {
  /** Address, relative to the lab. */
  address: string;
  title: string;
  description: string;
  /** Title of its chapter; empty for the first page. */
  chapter: string;
}

/** Draws the picture of a page: chapter and title above its description. */
export function docsPicture({ title, description, chapter }: DocsPage): Picture {
  return pictureOfText({ kind: DOCS.kind(chapter), title }, DOCS.alt(title), description);
}

/** Returns the markup of the tags of a page; `picture` is the address of its picture, relative to the lab, or null. */
export function docsTags(page: DocsPage, site: Pick<Site, 'url'>, picture: string | null): string[] {
  const { address, title, description } = page;
  const image = picture === null ? null : { address: picture, alt: DOCS.alt(title) };
  const preview: Preview = { address, type: 'article', title, description, image };
  return markupOfTags(metaTags(preview, site));
}
