/**
 * Variables of the environment that choose what the build makes of the site.
 *
 *     BUFFERLAB_SITE=https://example.org/lab/    absolute addresses, sitemap.xml, robots.txt and 404.html
 *     BUFFERLAB_PAGES=none                       no static pages and no pictures for previews, for a quick start
 */

/**
 * Returns whether the build makes static pages and pictures, and the address of the site if it is known.
 *
 * @param {Record<string, string | undefined>} [environment]
 */
export function siteToBuild(environment = process.env) {
  const choice = environment.BUFFERLAB_PAGES ?? '';
  if (!['', 'all', 'none'].includes(choice))
    throw new Error(`BUFFERLAB_PAGES=${choice}: accepted are all (the default) and none`);
  return { hasPages: choice !== 'none', url: siteAddress(environment.BUFFERLAB_SITE ?? '') };
}

/**
 * Returns the address of the lab's folder on the web with a slash at its end; null for an empty text.
 *
 * @param {string} text
 */
export function siteAddress(text) {
  if (text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isFile = url !== null && /\.html?$/.test(url.pathname);
  if (url === null || isFile || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new Error(
      `BUFFERLAB_SITE=${text}: accepted is the address of the folder of the lab, such as https://example.org/lab/`,
    );
  return url.href.replace(/\/*$/, '/');
}
