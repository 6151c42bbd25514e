/** The icons of the installed app are drawings of `public/favicon.svg`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { icons } from '../.ci/icons.mjs';

const inPublic = (name: string): Buffer => readFileSync(join(import.meta.dirname, '..', 'public', name));

it('the icons are those that `npm run icons` draws', async () => {
  const drawn = Object.entries(await icons());
  expect(drawn).toHaveLength(3);
  for (const [name, content] of drawn) expect(Buffer.from(content).equals(inPublic(name)), name).toBe(true);
});

it('the icons are as large as the manifest says', () => {
  const manifest = JSON.parse(inPublic('manifest.webmanifest').toString()) as {
    icons: { src: string; sizes: string; type: string }[];
  };
  const pixels = manifest.icons.filter(({ type }) => type === 'image/png');
  expect(pixels.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512']);
  for (const { src, sizes } of pixels) {
    const content = inPublic(src);
    // Width and height stand in the first chunk of a PNG file.
    expect(`${content.readUInt32BE(16)}x${content.readUInt32BE(20)}`, src).toBe(sizes);
  }
});
