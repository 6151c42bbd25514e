/** Who refers to whom in the sources of the page and of the core, and where that goes round in a circle. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { preProcessFile } from 'typescript';

/** One file that names another, or a folder; paths from the repository's root. */
export interface Reference {
  from: string;
  to: string;
}

const root = join(import.meta.dirname, '..');

/** All imports, of types too, among the files that `starts` lead to: what the page is made of. */
export function pageReferences(...starts: string[]): Reference[] {
  const files = new Set(starts);
  const found: Reference[] = [];
  for (const from of files) {
    for (const to of importsOf(from)) {
      found.push({ from, to });
      files.add(to);
    }
  }
  return found;
}

function importsOf(file: string): string[] {
  const { importedFiles } = preProcessFile(readFileSync(join(root, file), 'utf8'));
  return importedFiles.flatMap(({ fileName }) => {
    if (!fileName.startsWith('.')) return [];
    const path = join(dirname(file), fileName);
    const source = [path, `${path}.ts`, `${path}.tsx`].find(
      (each) => /\.tsx?$/.test(each) && existsSync(join(root, each)),
    );
    return source === undefined ? [] : [source];
  });
}

/** The circles among `nodeOf` of both ends, each as the lines `from → to` that make it. */
export function circlesIn(references: Reference[], nodeOf: (path: string) => string): string[][] {
  const edges = references
    .map((reference) => ({ ...reference, a: nodeOf(reference.from), b: nodeOf(reference.to) }))
    .filter(({ a, b }) => a !== b);
  const nodes = [...new Set(edges.map(({ a }) => a))];
  const followers = new Map<string, { b: string }[]>();
  for (const edge of edges) followers.set(edge.a, [...(followers.get(edge.a) ?? []), edge]);
  const reached = new Map(nodes.map((node) => [node, reachedFrom(node, followers)]));
  const together = (a: string, b: string): boolean =>
    reached.get(a)?.has(b) === true && reached.get(b)?.has(a) === true;
  const first = nodes.filter(
    (node, i) => together(node, node) && !nodes.slice(0, i).some((n) => together(n, node)),
  );
  return first.map((node) =>
    edges
      .filter(({ a, b }) => together(node, a) && together(node, b))
      .map(({ from, to }) => `${from} → ${to}`),
  );
}

function reachedFrom(start: string, followers: Map<string, { b: string }[]>): Set<string> {
  const reached = new Set<string>();
  const waiting = [start];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const { b } of followers.get(node) ?? []) {
      if (reached.has(b)) continue;
      reached.add(b);
      waiting.push(b);
    }
  }
  return reached;
}

/** The folder right below `top` that `path` is in, or the file itself where it is in none. */
export function folderBelow(top: string): (path: string) => string {
  return (path) => relative(top, path).split('/')[0] ?? path;
}

/**
 * All paths in the core's sources that leave the folder they stand in, `crate::…` and `super::…`; modules of
 * tests may look at everything.
 */
export function coreReferences(): Reference[] {
  const files = readdirSync(join(root, CORE), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter(
      (name) => name.endsWith('.rs') && name !== 'lib.rs' && !/(^|\/)(tests|testing|types)\.rs$/.test(name),
    );
  const homes = new Map([...files.map((file) => [topOf(file), topOf(file)] as const), ...reexports()]);
  return files.flatMap((file) => {
    const source = withoutTests(readFileSync(join(root, CORE, file), 'utf8'));
    const names = [
      ...namesAfter(source, 'crate'),
      ...namesAfter(source, 'super::'.repeat(depthOf(file)).slice(0, -2)),
    ];
    const to = new Set(names.flatMap((name) => homes.get(name) ?? []));
    return [...to]
      .filter((home) => home !== topOf(file))
      .map((home) => ({ from: `${CORE}/${file}`, to: `${CORE}/${home}` }));
  });
}

const CORE = 'engine/core/src';

/** `tcp/sender.rs` → `tcp`, `time.rs` → `time`. */
function topOf(file: string): string {
  return file.replace(/[/.].*$/s, '');
}

/** How many `super` lead from a file's module to the crate. */
function depthOf(file: string): number {
  return file.replace(/(\/mod)?\.rs$/, '').split('/').length;
}

/** What `lib.rs` hands on by name, and whose it is: `Simulation` → `sim`. */
function reexports(): [name: string, home: string][] {
  const source = withoutTests(readFileSync(join(root, CORE, 'lib.rs'), 'utf8'));
  return [...source.matchAll(/^pub use (\w+)::(?:\{([^}]*)\}|(\w+));/gm)].flatMap(
    ([, home = '', many, one]) =>
      (many ?? one ?? '').split(',').map((name): [string, string] => [name.trim(), home]),
  );
}

/** The first names after `prefix::`, also of a list in braces. */
function namesAfter(source: string, prefix: string): string[] {
  const single = [...source.matchAll(new RegExp(`(?<![\\w:])${prefix}::(\\w+)`, 'g'))].map(
    ([, name = '']) => name,
  );
  const listed = [...source.matchAll(new RegExp(`(?<![\\w:])${prefix}::\\{([^;]*)\\}`, 'g'))].flatMap(
    ([, list = '']) =>
      outermost(list)
        .split(',')
        .map((item) => /\w+/.exec(item)?.[0] ?? ''),
  );
  return [...single, ...listed].filter((name) => name !== 'super');
}

/** A list without the lists within it. */
function outermost(list: string): string {
  const shorter = list.replace(/\{[^{}]*\}/g, '');
  return shorter === list ? list : outermost(shorter);
}

/** Without comments, and without what is compiled for tests only, as rustfmt lays it out. */
function withoutTests(source: string): string {
  return source
    .replace(/\/\/.*$/gm, '')
    .replace(/^#\[cfg\(test\)\]\n(?:pub(?:\(crate\))? )?mod \w+ \{\n[\s\S]*?^\}\n/gm, '')
    .replace(/^[ \t]*#\[cfg\(test\)\]\n[^{;]*;/gm, '');
}
