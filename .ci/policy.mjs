/**
 * Content security policy of the built page, as a `meta` element, since a plain web host sends no header.
 *
 * The page loads its own files and nothing else: no other origin, no inline script or style but those of
 * `index.html`, known by their hashes, and no evaluation of text except WebAssembly.
 * The host decides which sites may embed the page: frame-ancestors has no effect in a `meta` element (CSP Level 3,
 * Section 3.3).
 */
import { createHash } from 'node:crypto';

/** @returns {import('vite').Plugin} */
export function contentSecurityPolicy() {
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        withPolicy(html, [
          `script-src 'self' 'wasm-unsafe-eval' ${hashesOf(html, 'script')}`,
          `connect-src 'self'`,
          `img-src 'self'`,
          `manifest-src 'self'`,
          `worker-src 'self'`,
        ]),
    },
  };
}

/**
 * Returns a page with a policy that allows its own inline style and what `allowed` names.
 *
 * @param {string} html
 * @param {string[]} allowed
 */
export function withPolicy(html, allowed) {
  const policy = [
    `default-src 'none'`,
    `style-src 'self' ${hashesOf(html, 'style')}`,
    ...allowed,
    `base-uri 'none'`,
    `form-action 'none'`,
  ];
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}" />`;
  return html.replace(/<meta charset[^>]*>/, (charset) => `${charset}\n    ${meta}`);
}

/**
 * Returns the hashes of all inline elements with this name.
 *
 * @param {string} html
 * @param {'script' | 'style'} element
 */
function hashesOf(html, element) {
  const inline = html.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'));
  return [...inline].map(([, text = '']) => `'sha256-${sha256(text)}'`).join(' ');
}

/** @param {string} text */
function sha256(text) {
  return createHash('sha256').update(text).digest('base64');
}
