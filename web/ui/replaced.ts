/** Tells whether the host serves another version of the page than the one that is open. */

/**
 * Returns whether the page at this address now begins with another script: the host has a new version, and may have removed
 * the parts of this one. False without a connection.
 */
export async function isReplaced(): Promise<boolean> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  if (own == null) return false;
  try {
    const response = await fetch(document.baseURI.replace(/#.*/, ''), { cache: 'no-store' });
    return response.ok && !(await response.text()).includes(own);
  } catch {
    return false;
  }
}
