/** The chapter Models of the documentation has a section for every kind of the catalog, with its source and its limits. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import temml from 'temml';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadCatalog } from '../.ci/docs-catalog.mjs';
import { profilesPage } from '../.ci/docs-profiles.mjs';
import type { Catalog } from '../web/engine/catalog';
import * as engine from '../web/generated/bufferlab_wasm.js';

const root = join(import.meta.dirname, '..');

/** Registries whose kinds the chapter describes. The models of theory are described by their own texts. */
const REGISTRIES = [
  'queue',
  'congestion_control',
  'pacing',
  'traffic',
  'workload',
  'service',
  'line',
  'pacer',
  'policer',
  'router',
];

/** A heading with the text up to the next heading. */
interface Passage {
  page: string;
  level: number;
  heading: string;
  text: string;
}

const pages = Object.fromEntries(
  readdirSync(join(root, 'docs/models')).map((name) => [
    name,
    readFileSync(join(root, 'docs/models', name), 'utf8'),
  ]),
);
const passages = Object.entries(pages).flatMap(([page, text]) => passagesOf(page, text));

let catalog: Catalog;

beforeAll(() => {
  const wasm = readFileSync(join(root, 'web/generated/bufferlab_wasm_bg.wasm'));
  engine.initSync({ module: wasm });
  catalog = JSON.parse(engine.catalog_json()) as Catalog;
});

function passagesOf(page: string, text: string): Passage[] {
  return text
    .split(/^(?=#{2,3} )/m)
    .slice(1)
    .map((part) => {
      const [first = '', ...lines] = part.split('\n');
      const heading = first.replace(/^#+ /, '');
      return { page, level: first.length - heading.length - 1, heading, text: lines.join('\n') };
    });
}

/** Returns the anchor of a heading as GitHub makes it. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

/** Returns the page of the fields' reference on which a section of the catalog is described. */
function referenceOf(section: string): string {
  const [registry = ''] = section.split('.');
  return section.includes('.') ? `${registry.replaceAll('_', '-')}.md` : 'scenario.md';
}

function labelOf(section: string): string {
  const found = catalog.sections[section];
  if (!found) throw new Error(`The catalog has no section ${section}.`);
  return found.label;
}

/** Returns the passage about a kind: two registries may have kinds of one name, so the link to the reference decides. */
function passageOf(section: string): Passage | undefined {
  const label = labelOf(section);
  const link = `../reference/${referenceOf(section)}#${slugOf(label)})`;
  return passages.find(({ heading, text }) => heading === label && text.includes(link));
}

describe.each(REGISTRIES)('each kind of %s', (registry) => {
  it('has a section with its label, which links its fields', () => {
    const kinds = catalog.registries[registry] ?? [];
    expect(kinds).not.toEqual([]);
    expect(kinds.filter((kind) => passageOf(kind) === undefined)).toEqual([]);
  });

  it('has a line with its source, and one with what is left out or differs', () => {
    const lacks = (start: RegExp) =>
      (catalog.registries[registry] ?? []).filter((kind) => !start.test(passageOf(kind)?.text ?? ''));
    expect(lacks(/^Source: \S/m)).toEqual([]);
    expect(lacks(/^(Left out|Differs): \S/m)).toEqual([]);
  });
});

it('each method of loss recovery and each rule of the window has a section', () => {
  const fields = catalog.sections['traffic.tcp']?.params ?? [];
  const recovery = fields.find(({ name }) => name === 'recovery')?.kind;
  const labels = recovery?.type === 'choice' ? recovery.options.map(({ label }) => label) : [];
  expect(labels.length).toBeGreaterThan(1);
  const headings = passages.filter(({ page }) => page === 'recovery.md').map(({ heading }) => heading);
  expect(headings).toEqual(expect.arrayContaining(labels));
});

it('each section without sections of its own has a source, and says what is left out or differs', () => {
  const isParent = (i: number) => passages[i + 1]?.level === 3 && passages[i]?.level === 2;
  const lacking = passages.filter(
    ({ text }, i) => !isParent(i) && !(/^Source: \S/m.test(text) && /^(Left out|Differs): \S/m.test(text)),
  );
  expect(lacking.map(({ page, heading }) => `${page}: ${heading}`)).toEqual([]);
});

it('each link to the reference leads to a label of the catalog', () => {
  const labels = new Map<string, Set<string>>();
  for (const [id, { label }] of Object.entries(catalog.sections)) {
    const page = referenceOf(id);
    labels.set(page, (labels.get(page) ?? new Set()).add(slugOf(label)));
  }
  const links = Object.entries(pages).flatMap(([page, text]) =>
    [...text.matchAll(/\.\.\/reference\/([^)#]*)#([^)]*)\)/g)].map(([, file = '', anchor = '']) => ({
      page,
      file,
      anchor,
    })),
  );
  expect(links.length).toBeGreaterThan(REGISTRIES.length);
  expect(links.filter(({ file, anchor }) => labels.get(file)?.has(anchor) !== true)).toEqual([]);
});

it('each link between the pages of the chapter leads to a heading', async () => {
  // The page of profiles is made from the catalog.
  const { page: path, text: profiles } = profilesPage(await loadCatalog());
  const all = [...passages, ...passagesOf(basename(path), profiles)];
  const anchors = Object.fromEntries(
    all.map(({ page }) => [
      page,
      all.filter((passage) => passage.page === page).map(({ heading }) => slugOf(heading)),
    ]),
  );
  const broken = Object.entries(pages).flatMap(([page, text]) =>
    [...text.matchAll(/\]\(([a-z-]+\.md)?(?:#([^)]*))?\)/g)]
      .map(([link, file = page, anchor]) => ({ page, link, file, anchor }))
      .filter(({ file, anchor }) => {
        const known = anchors[file];
        return known === undefined || (anchor !== undefined && !known.includes(anchor));
      }),
  );
  expect(broken).toEqual([]);
});

it('names only fields that the catalog has, on the lines of parameters', () => {
  const names = new Set(
    Object.values(catalog.sections).flatMap(({ params }) => params.map(({ name }) => name)),
  );
  const lines = passages.flatMap(({ page, text }) =>
    [...text.matchAll(/^Parameters: [^]*?\n\n/gm)].flatMap(([line]) =>
      [...line.matchAll(/`([a-z_0-9]+)`/g)].map(([, name = '']) => ({ page, name })),
    ),
  );
  expect(lines.length).toBeGreaterThan(100);
  expect(lines.filter(({ name }) => !names.has(name))).toEqual([]);
});

describe('formulas', () => {
  const formulas = Object.entries(pages).flatMap(([page, text]) =>
    formulasOf(text).map((tex) => ({ page, tex })),
  );

  it('are drawn by the library that the build uses', () => {
    const problems = formulas.flatMap(({ page, tex }) => {
      try {
        temml.renderToString(tex, { throwOnError: true });
        return [];
      } catch (error) {
        return [{ page, tex, error: String(error) }];
      }
    });
    expect(formulas.length).toBeGreaterThan(100);
    expect(problems).toEqual([]);
  });

  it('in a line of text end on their line, without spaces at their ends', () => {
    const lines = Object.entries(pages).flatMap(([page, text]) =>
      text
        .replaceAll(/\$\$[^]*?\$\$/g, '')
        .split('\n')
        .map((line) => ({ page, line })),
    );
    expect(lines.filter(({ line }) => line.split('$').length % 2 === 0)).toEqual([]);
    const parts = lines.flatMap(({ line }) => line.split('$').filter((_, i) => i % 2 === 1));
    expect(parts.filter((tex) => tex !== tex.trim() || tex === '')).toEqual([]);
  });
});

/** Returns the formulas of a text, those in blocks first. */
function formulasOf(text: string): string[] {
  const blocks = [...text.matchAll(/\$\$([^]*?)\$\$/g)];
  const rest = text.replaceAll(/\$\$[^]*?\$\$/g, '');
  return [...blocks, ...rest.matchAll(/\$([^$\n]+)\$/g)].map(([, tex = '']) => tex.trim());
}
