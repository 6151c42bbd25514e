/** The room's address: `#papers`, and of an artefact `#papers/vishwanath-f11`. */

const ROOM = '#papers';

/** The id in a fragment; null where it names none. */
export function idIn(hash: string): string | null {
  const [, id = ''] = /^#papers\/([\w.-]{1,80})$/.exec(hash) ?? [];
  return id === '' ? null : id;
}

export function addressOf(id: string | null): string {
  return id === null ? ROOM : `${ROOM}/${id}`;
}

/** What to hand on: the page's own address with that fragment. */
export function linkTo(id: string, page: string): string {
  return page.replace(/[?#].*$/s, '') + addressOf(id);
}
