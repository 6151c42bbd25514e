/** Each preset and each figure of the papers has a lesson about it; lessons name only presets and figures that exist. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as engine from '../web/generated/bufferlab_wasm.js';
import { PRESETS_WITH_CHARTS } from '../web/charts/presetCharts';
import type { Preset } from '../web/engine/catalog';
import { lessonsAbout } from '../web/learn/lessons';
import { linksOf } from '../web/lessons/source/linkCatalog';

const root = join(import.meta.dirname, '..');

function textsIn(folder: string, extension: string): Record<string, string> {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith(extension));
  return Object.fromEntries(
    names.map((name) => [name.slice(0, -extension.length), readFileSync(join(root, folder, name), 'utf8')]),
  );
}

const figures = Object.keys(textsIn('engine/papers/figures', '.json'));
const links = linksOf(textsIn('public/lessons', '.md'));

function presets(): string[] {
  engine.initSync({
    module: readFileSync(join(root, 'web', 'generated', 'bufferlab_wasm_bg.wasm')),
  });
  return (JSON.parse(engine.presets_json()) as Preset[]).map(({ id }) => id);
}

it('each preset has a lesson, and lessons name no other presets', () => {
  expect(Object.keys(links.presets).sort()).toEqual(presets().sort());
});

it('presets with charts of their own exist', () => {
  expect(presets()).toEqual(expect.arrayContaining([...PRESETS_WITH_CHARTS]));
});

it('each figure has a lesson, and lessons name no other figures', () => {
  expect(Object.keys(links.figures).sort()).toEqual(figures.sort());
});

it('the page links a preset and a figure to their lessons, and nothing for what every object has', () => {
  expect(lessonsAbout('presets', 'fq-codel').map(({ id }) => id)).toEqual(['sharing', 'bufferbloat', 'aqm']);
  expect(lessonsAbout('figures', 'vishwanath-f11').map(({ id }) => id)).toEqual(['tiny-buffers']);
  expect(lessonsAbout('figures', 'constructor')).toEqual([]);
});
