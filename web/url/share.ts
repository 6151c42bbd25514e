/** Links to share, with their lengths. */
import type { Moment } from './moment';
import type { MeasuredChoice } from './measuredChoice';
import { encodeLink, encodeStudy, type Encoded } from './codec';
import { LINK } from './lazyStrings';

/** Length above which some programs cut links, characters; the page then advises a file. */
export const LONG_LINK = 2_000;

/** Length above which the page offers only a file, characters. */
export const TOO_LONG_LINK = 8_000;

/** A link with its length, or why there is none. */
export type Shared =
  | { ok: true; url: string; characters: number; advice: 'fine' | 'long' }
  /** The experiment is too big for a link and has to be saved as a file. */
  | { ok: false; message: string };

/** Returns the link to a minimal scenario and its baseline at the address `page`. */
export function sharedLink(
  minimal: unknown,
  moment: Moment,
  page: string,
  baseline: unknown = null,
  measured: MeasuredChoice | null = null,
): Shared {
  return shared(encodeLink(minimal, moment, baseline, measured), page);
}

/** Returns the link to a study with a minimal scenario. */
export function sharedStudy(minimal: object, look: string, page: string): Shared {
  return shared(encodeStudy(minimal, look), page);
}

function shared(encoded: Encoded, page: string): Shared {
  if (!encoded.ok) return encoded;
  const url = `${page.replace(/#.*$/s, '')}#${encoded.fragment}`;
  const characters = url.length;
  if (characters > TOO_LONG_LINK) {
    return { ok: false, message: LINK.tooLong(characters) };
  }
  return { ok: true, url, characters, advice: characters > LONG_LINK ? 'long' : 'fine' };
}
