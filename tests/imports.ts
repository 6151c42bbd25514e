/** Who refers to whom in the sources of the page and of the engine, and where that goes round in a circle. */
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
 * All paths among the source files of a crate, in `use` declarations and in code; modules of tests may look at
 * everything. A path leads to the file that declares its module, also through re-exports. Paths from a module to the
 * modules inside it are left out: it declares them, and lists or re-exports what they contain.
 */
export function crateReferences(sources: string): Reference[] {
  const files = readdirSync(join(root, sources), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.rs') && !/(^|\/)(tests|testing|types)(\.rs$|\/)/.test(name));
  const modules = new Map(
    files.map((file) => {
      const source = withoutTests(readFileSync(join(root, sources, file), 'utf8'));
      return [moduleOf(file), { file, ...pathsIn(source) }] as const;
    }),
  );

  /** The path from the crate's root, if it is one of this crate. */
  const absolute = (module: string, path: string): string[] | undefined => {
    const [first = '', ...rest] = path.split('::');
    const here = module === '' ? [] : module.split('::');
    if (first === 'crate') return rest;
    if (first === 'self') return [...here, ...rest];
    if (first === 'super') return absolute(here.slice(0, -1).join('::'), ['self', ...rest].join('::'));
    if (rest[0] === 'super') return undefined;
    if (modules.has([...here, first].join('::'))) return [...here, first, ...rest];
    const imported = rest.length > 0 ? modules.get(module)?.imports.get(first) : undefined;
    return imported === undefined || imported.startsWith(`${first}::`)
      ? undefined
      : absolute(module, [imported, ...rest].join('::'));
  };
  /** The module that declares what a path names. */
  const home = (module: string, path: string, depth = 0): string | undefined => {
    const parts = absolute(module, path);
    if (parts === undefined || depth > 8) return undefined;
    let length = parts.length;
    while (!modules.has(parts.slice(0, length).join('::'))) length--;
    const found = parts.slice(0, length).join('::');
    const [name, ...rest] = parts.slice(length);
    const imported = name === undefined ? undefined : modules.get(found)?.imports.get(name);
    const further = imported && home(found, [imported, ...rest].join('::'), depth + 1);
    return further ?? found;
  };

  return [...modules].flatMap(([module, { file, paths }]) => {
    const homes = new Set(paths.flatMap((path) => home(module, path) ?? []));
    return [...homes]
      .filter((to) => to !== module && !(module === '' || to.startsWith(`${module}::`)))
      .map((to) => ({ from: `${sources}/${file}`, to: `${sources}/${modules.get(to)?.file}` }));
  });
}

/** `tcp/sender.rs` → `tcp::sender`, `tcp/mod.rs` → `tcp`, `lib.rs` → ``. */
function moduleOf(file: string): string {
  return file.replace(/(^lib|^main|\/mod)?\.rs$/, '').replaceAll('/', '::');
}

/** The paths that a source names, and what its `use` declarations call them: `Simulation` → `sim::Simulation`. */
function pathsIn(source: string): { paths: string[]; imports: Map<string, string> } {
  const imports = new Map<string, string>();
  const rest = source.replace(/\buse ([^;]+);/g, (_, tree: string) => {
    for (const item of items(tree.replace(/\s+/g, ' '))) {
      const [path = '', alias] = item.replace(/::self\b/, '').split(' as ');
      imports.set(alias ?? path.split('::').at(-1) ?? path, path.trim());
    }
    return '';
  });
  const paths = [...rest.matchAll(/(?<![\w:$])[a-z_]\w*(?:::\w+)+/g)].map(([path]) => path);
  return { paths: [...imports.values(), ...paths], imports };
}

/** The single paths of a tree: `a::{b, c::{d, e}}` → `a::b`, `a::c::d`, `a::c::e`. */
function items(tree: string): string[] {
  const inner = /^([^{]*)\{([\s\S]*)\}$/.exec(tree.trim());
  if (inner === null) return [tree.trim()];
  const [, prefix = '', list = ''] = inner;
  let depth = 0;
  const parts = [''];
  for (const char of list) {
    depth += Number(char === '{') - Number(char === '}');
    if (char === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${char}`);
  }
  const named = parts.map((part) => part.trim()).filter((part) => part !== '');
  return named.flatMap((part) => items(part).map((item) => prefix + item));
}

/** Without comments, and without what is compiled for tests only, as rustfmt lays it out. */
function withoutTests(source: string): string {
  return source
    .replace(/\/\/.*$/gm, '')
    .replace(/^#\[cfg\(test\)\]\n(?:pub(?:\(crate\))? )?mod \w+ \{\n[\s\S]*?^\}\n/gm, '')
    .replace(/^[ \t]*#\[cfg\(test\)\]\n[^{;]*;/gm, '');
}
