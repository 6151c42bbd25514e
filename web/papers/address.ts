/** Addresses of the Papers view: `#papers`, or `#papers/vishwanath-f11` for a figure. */

const VIEW = '#papers';

/** Returns the figure's id in an address; null if it names none. */
export function idIn(hash: string): string | null {
  const [, id = ''] = /^#papers\/([\w.-]{1,80})$/.exec(hash) ?? [];
  return id === '' ? null : id;
}

/** Returns the address of a figure, or of the gallery for null. */
export function addressOf(id: string | null): string {
  return id === null ? VIEW : `${VIEW}/${id}`;
}

/** Returns the complete link to a figure on this page. */
export function linkTo(id: string, page: string): string {
  return page.replace(/[?#].*$/s, '') + addressOf(id);
}
