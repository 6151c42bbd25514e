/** The search finds what users mean: each query below has its first result, over all presets, lessons, figures and terms. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import papers from 'virtual:papers';
import * as engine from '../web/generated/bufferlab_wasm.js';
import type { Preset } from '../web/engine/catalog';
import { ENTRIES } from '../web/learn/entries';
import { linksOf } from '../web/lessons/source/linkCatalog';
import { COMMANDS } from '../web/page/commands';
import type { Catalog } from '../web/papers/catalog';
import { entriesOf } from '../web/search/entries';
import { Search } from '../web/search/rank';
import { USER_WORDS } from '../web/search/userText';

const root = join(import.meta.dirname, '..');

function entries() {
  engine.initSync({ module: readFileSync(join(root, 'web', 'generated', 'bufferlab_wasm_bg.wasm')) });
  const folder = join(root, 'public', 'lessons');
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'));
  const texts = names.map((name) => [name.slice(0, -3), readFileSync(join(folder, name), 'utf8')]);
  return entriesOf({
    presets: JSON.parse(engine.presets_json()) as Preset[],
    lessons: linksOf(Object.fromEntries(texts) as Record<string, string>).lessons,
    figures: (papers as Catalog).cards,
    terms: ENTRIES,
    commands: COMMANDS,
  });
}

const all = entries();
const search = new Search(all);

it.each([
  // Words of users.
  ['Zoom', 'preset:home-upload'],
  ['zoom call', 'preset:home-upload'],
  ['Teams', 'preset:home-upload'],
  ['bufferbloat', 'preset:home-upload'],
  ['lag', 'preset:home-upload'],
  ['Netflix', 'preset:provider-edge'],
  ['Starlink', 'preset:satellite'],
  ['wifi', 'preset:wifi'],
  ['Wi-Fi', 'preset:wifi'],
  ['5G', 'preset:lte'],
  ['gaming', 'preset:campus'],
  ['incast', 'preset:incast'],
  ['data center', 'preset:incast'],
  ['10 Gb', 'command:new-experiment'],
  ['10 Gb/s', 'command:new-experiment'],
  ['how large buffer', 'command:smallest-buffer'],
  ['square root', 'preset:many-flows'],
  ['sawtooth', 'preset:one-flow'],
  ['L4S', 'preset:dual-pi2'],
  // Names.
  ['CoDel', 'preset:codel'],
  ['FQ-CoDel', 'preset:fq-codel'],
  ['M/D/1/K', 'preset:poisson-queue'],
  ['tiny buffers', 'preset:tiny-buffers'],
  ['What a buffer does', 'lesson:buffer'],
  ['goodput', 'term:goodput'],
  ['RTT', 'term:round-trip-time'],
  ['ganjali figure 2.3', 'figure:ganjali-f2-3'],
  ['vishwanath 11', 'figure:vishwanath-f11'],
  // Commands.
  ['share', 'command:share'],
  ['dark mode', 'command:help'],
  ['report a bug', 'command:report'],
  ['print', 'command:print'],
  ['shortcuts', 'command:help'],
  // Beginnings of words and typing errors.
  ['bufferbl', 'lesson:bufferbloat'],
  ['bufferblaot', 'lesson:bufferbloat'],
  ['satelite', 'preset:satellite'],
  ['incas', 'preset:incast'],
  ['glos', 'command:glossary'],
  ['congestoin window', 'term:congestion-window'],
])('“%s” finds %s first', (query, id) => {
  expect(
    search
      .find(query)
      .slice(0, 3)
      .map((entry) => entry.id)[0],
  ).toBe(id);
});

it('an unknown word finds nothing, and one unknown word among others does not hide the rest', () => {
  expect(search.find('qqqqqq')).toEqual([]);
  expect(search.find('incast qqqqqq')[0]?.id).toBe('preset:incast');
});

it('each word of users belongs to an entry that exists', () => {
  const ids = new Set(all.map(({ id }) => id));
  expect(Object.keys(USER_WORDS).filter((id) => !ids.has(id))).toEqual([]);
});
