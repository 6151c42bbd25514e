/**
 * Pictures in pixels from SVG. The bytes are the same on every machine: the renderer is WebAssembly, and the font is a package.
 * Pictures are stored below `target/pages` by the hash of their input.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './shell.mjs';

/** Width of a picture for previews, pixels. */
export const PICTURE_WIDTH = 1200;

const stored = join(root, 'target', 'pages');

/** Largest number of colors of a PNG file with a table of colors. */
const COLORS = 256;

/**
 * Returns the function that turns an SVG picture into a PNG file of a width in pixels.
 *
 * @returns {Promise<(svg: string, width: number) => Uint8Array>}
 */
export async function renderer() {
  const require = createRequire(import.meta.url);
  const wasm = readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm'));
  const fonts = ['400Regular/Inter_400Regular', '600SemiBold/Inter_600SemiBold'].map((name) =>
    readFileSync(require.resolve(`@expo-google-fonts/inter/${name}.ttf`)),
  );
  const [{ Resvg, initWasm }, { encode }] = await Promise.all([
    import('@resvg/resvg-wasm'),
    import('fast-png'),
  ]);
  started ??= initWasm(wasm);
  await started;
  const source = readFileSync(import.meta.filename);
  return (svg, width) =>
    cached('picture', [source, wasm, ...fonts, svg, `${width}`], () => {
      const drawing = new Resvg(svg, {
        fitTo: { mode: 'width', value: width },
        font: { fontBuffers: fonts, defaultFontFamily: 'Inter', loadSystemFonts: false },
      });
      const picture = drawing.render();
      const { pixels, height } = picture;
      const table = tableOf(pixels);
      const png = table === null ? picture.asPng() : encode({ width, height, channels: 1, ...table });
      picture.free();
      drawing.free();
      return png;
    });
}

/** @type {Promise<void> | undefined} */
let started;

/**
 * Returns the table of the most frequent colors and the index of each pixel, which take a third of the space; null for a picture
 * that is transparent somewhere. Rare colors, of the rims of letters and lines, become the nearest frequent one.
 *
 * @param {Uint8Array} pixels four bytes each
 */
function tableOf(pixels) {
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4);
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (let i = 0; i < words.length;) {
    const word = words[i] ?? 0;
    const end = endOfRun(words, i);
    counts.set(word, (counts.get(word) ?? 0) + end - i);
    i = end;
  }
  const colors = [...counts.keys()];
  if (colors.some((word) => word >>> 24 !== 255)) return null;
  const frequent = colors
    .sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || a - b)
    .slice(0, COLORS)
    .map(channelsOf);
  const indices = new Map(
    colors.map((word, i) => [word, i < COLORS ? i : nearest(channelsOf(word), frequent)]),
  );
  const data = new Uint8Array(words.length);
  for (let i = 0; i < words.length;) {
    const end = endOfRun(words, i);
    data.fill(indices.get(words[i] ?? 0) ?? 0, i, end);
    i = end;
  }
  return { palette: frequent, data };
}

/**
 * Returns the end of the equal pixels that begin at a place. Most of a picture is such runs, so few pixels are looked up.
 *
 * @param {Uint32Array} words
 * @param {number} start
 */
function endOfRun(words, start) {
  let end = start + 1;
  while (end < words.length && words[end] === words[start]) end += 1;
  return end;
}

/** @typedef {[red: number, green: number, blue: number]} Channels */

/**
 * @param {number} word
 * @returns {Channels}
 */
function channelsOf(word) {
  return [word & 255, (word >>> 8) & 255, (word >>> 16) & 255];
}

/**
 * @param {Channels} color
 * @param {Channels[]} table
 */
function nearest([red, green, blue], table) {
  const distances = table.map(([r, g, b]) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2);
  return distances.indexOf(Math.min(...distances));
}

/**
 * Returns the stored bytes of some input, or computes and stores them.
 *
 * @param {string} kind
 * @param {(string | Uint8Array)[]} input
 * @param {() => Uint8Array} compute
 * @returns {Uint8Array}
 */
export function cached(kind, input, compute) {
  const hash = createHash('sha256');
  for (const part of input) hash.update(part).update('\0');
  const file = join(stored, `${hash.digest('hex').slice(0, 32)}.${kind}`);
  if (existsSync(file)) return readFileSync(file);
  const bytes = compute();
  mkdirSync(stored, { recursive: true });
  // A build that is stopped leaves no half file under the final name.
  writeFileSync(`${file}.${process.pid}`, bytes);
  renameSync(`${file}.${process.pid}`, file);
  return bytes;
}
