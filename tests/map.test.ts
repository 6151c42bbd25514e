/** The map in ARCHITECTURE.md names folders and files; this notices when one has moved. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { circlesIn, crateReferences, folderBelow, pageReferences } from './imports';

const root = join(import.meta.dirname, '..');
const map = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');

/** Crates of the engine, by their folders. */
const crates = readdirSync(join(root, 'engine')).filter((name) =>
  existsSync(join(root, 'engine', name, 'src')),
);

/** Backticked words that look like paths, from the repository's root or from the engine's sources. */
const named = [...map.matchAll(/`([\w./-]+)`/g)]
  .map((match) => match[1]!)
  .filter((word) => word.includes('/') || /\.(rs|toml|json)$/.test(word))
  .filter((word) => word !== 'web/generated');

const exists = (path: string): boolean =>
  existsSync(join(root, path)) || existsSync(join(root, 'engine/core/src', path));

describe('the map', () => {
  it('names things that are there', () => {
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((path) => !exists(path))).toEqual([]);
  });

  it('leaves no folder of the page or the core out', () => {
    const folders = (path: string): string[] =>
      readdirSync(join(root, path), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name);
    const missing = [
      ...folders('web').map((name) => `\`web/${name}\``),
      ...folders('engine').map((name) => `\`engine/${name}\``),
      ...folders('engine/core/src').map((name) => `\`${name}/\``),
    ].filter((name) => !map.includes(name));
    expect(missing).toEqual([]);
  });

  it('gives a reason for each dependency of the engine', () => {
    const crates = readdirSync(join(root, 'engine')).flatMap((name) => {
      const manifest = readFileSync(join(root, 'engine', name, 'Cargo.toml'), 'utf8');
      const sections = manifest.split(/^(?=\[)/m).filter((part) => /^\[(dev-)?dependencies\]/.test(part));
      return sections.flatMap((part) => [...part.matchAll(/^([\w-]+) =/gm)].map((match) => match[1]!));
    });
    const others = crates.filter((name) => !name.startsWith('bufferlab-'));
    expect(others.length).toBeGreaterThan(10);
    expect(others.filter((name) => !map.includes(`\`${name}\``))).toEqual([]);
  });

  it('gives a reason for each dependency of the page', () => {
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    expect(Object.keys(dependencies).filter((name) => !map.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('imports', () => {
  const page = pageReferences(
    'web/main.tsx',
    'web/engine/worker.ts',
    'web/sweep/study-worker.ts',
    'web/sweep/series-worker.ts',
    'web/sweep/replay-worker.ts',
    'web/sweep/analysis-worker.ts',
    'web/sweep/file-worker.ts',
    'web/bench/bench-worker.ts',
    'web/docs/docs.ts',
    'web/static/entry.ts',
  );

  it('are found in every folder of the page', () => {
    const folders = new Set(page.flatMap(({ from, to }) => [from, to]).map(folderBelow('web')));
    const all = readdirSync(join(root, 'web'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'generated')
      .map(({ name }) => name);
    expect(all.filter((name) => !folders.has(name))).toEqual([]);
  });

  it('of the page go round in no circle, neither among files nor among folders', () => {
    expect(circlesIn(page, (path) => path)).toEqual([]);
    expect(circlesIn(page, folderBelow('web'))).toEqual([]);
  });

  it('of the page lead to folders that stand above in the map', () => {
    const order = [...map.matchAll(/`web\/(\w+)`(?=.*\|.*\|)/g)].map((match) => match[1]!);
    const level = (path: string): number => order.indexOf(folderBelow('web')(path));
    const downwards = page.filter(({ from, to }) => level(from) >= 0 && level(to) > level(from));
    expect(downwards.filter(({ to }) => !to.startsWith('web/generated/'))).toEqual([]);
  });

  it.each(crates)('of the crate %s go round in no circle among files', (name) => {
    expect(circlesIn(crateReferences(`engine/${name}/src`), (path) => path)).toEqual([]);
  });

  it('of the core go round in no circle among folders', () => {
    const core = crateReferences('engine/core/src');
    expect(core.length).toBeGreaterThan(500);
    expect(circlesIn(core, folderBelow('engine/core/src'))).toEqual([]);
  });

  it('that go round in a circle are named', () => {
    const references = [
      { from: 'web/a/one.ts', to: 'web/b/two.ts' },
      { from: 'web/b/three.ts', to: 'web/a/four.ts' },
      { from: 'web/c/five.ts', to: 'web/a/one.ts' },
    ];
    expect(circlesIn(references, (path) => path)).toEqual([]);
    expect(circlesIn(references, folderBelow('web'))).toEqual([
      ['web/a/one.ts → web/b/two.ts', 'web/b/three.ts → web/a/four.ts'],
    ]);
  });
});
