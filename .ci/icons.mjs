/**
 * `npm run icons`: draws `public/favicon.svg` as the icons of the installed app (`public/icon-*.png`). The maskable icon has a
 * background up to its edges, and the drawing within the circle that every mask leaves, of 80 % of the width.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { renderer } from './raster.mjs';
import { ensurePackages } from './setup.mjs';
import { root } from './shell.mjs';

/** Side of the view box of the drawing. */
const SIDE = 32;
/** Largest distance from the middle to the drawing, in shares of the side: its corner at (29, 25), with its line. */
const REACH = 0.55;
/** Radius that every mask leaves, in shares of the side. */
const SAFE = 0.4;

/**
 * Returns the icons by the names of their files.
 *
 * @returns {Promise<Record<string, Uint8Array>>}
 */
export async function icons() {
  const svg = readFileSync(join(root, 'public', 'favicon.svg'), 'utf8');
  const drawing = svg
    .replace(/^[\s\S]*?<svg[^>]*>|<\/svg>\s*$/g, '')
    .replace(/@media[^{]*\{[^}]*\}\s*\}/, '');
  const png = await renderer();
  const whole = iconOf(drawing, 1, '');
  const maskable = iconOf(drawing, SAFE / REACH, `<rect width="${SIDE}" height="${SIDE}" fill="#fff"/>`);
  return {
    'icon-192.png': png(whole, 192),
    'icon-512.png': png(whole, 512),
    'icon-maskable-512.png': png(maskable, 512),
  };
}

/**
 * @param {string} drawing
 * @param {number} scale about the middle
 * @param {string} background
 */
function iconOf(drawing, scale, background) {
  const gap = (SIDE / 2) * (1 - scale);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">${background}<g transform="translate(${gap} ${gap}) scale(${scale})">${drawing}</g></svg>`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensurePackages();
  for (const [name, content] of Object.entries(await icons()))
    writeFileSync(join(root, 'public', name), content);
}
