/** A link to hand on: how long it is, and what that means. */
import type { Moment } from './moment';
import { encodeLink, encodeStudy, type Encoded } from './codec';

/** Above this many characters some programs cut links: the size is shown and a file is offered. */
export const LONG_LINK = 2_000;

/** Above this many no link is offered, only a file. */
export const TOO_LONG_LINK = 8_000;

export type Shared =
  | { ok: true; url: string; characters: number; advice: 'fine' | 'long' }
  /** Too big for a link; a file takes it. */
  | { ok: false; message: string };

/** The link for a minimal scenario at the page's own address, and for another that it is compared with. */
export function sharedLink(minimal: unknown, moment: Moment, page: string, kept: unknown = null): Shared {
  return shared(encodeLink(minimal, moment, kept), page);
}

/** The link for a study whose scenario is minimal. */
export function sharedStudy(minimal: object, look: string, page: string): Shared {
  return shared(encodeStudy(minimal, look), page);
}

function shared(encoded: Encoded, page: string): Shared {
  if (!encoded.ok) return encoded;
  const url = `${page.replace(/#.*$/s, '')}#${encoded.fragment}`;
  const characters = url.length;
  if (characters > TOO_LONG_LINK) {
    const message = `The link would have ${characters.toLocaleString('en')} characters; many programs would cut it. Save the experiment as a file instead.`;
    return { ok: false, message };
  }
  return { ok: true, url, characters, advice: characters > LONG_LINK ? 'long' : 'fine' };
}
