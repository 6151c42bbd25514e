/** Who refers to whom in the sources of the page and of the core, and where that goes round in a circle. */
import { existsSync, readFileSync } from 'node:fs';
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
  const reached = new Map(nodes.map((node) => [node, reachedFrom(node, edges)]));
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

function reachedFrom(start: string, edges: { a: string; b: string }[]): Set<string> {
  const reached = new Set<string>();
  const waiting = [start];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const { a, b } of edges) {
      if (a !== node || reached.has(b)) continue;
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
