/**
 * The reference and the chapter on validation: everything that the engine lists is on a page, with its meaning.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadCatalog } from '../.ci/docs-catalog.mjs';
import { javascriptPage } from '../.ci/docs-javascript.mjs';
import { commandsIn, programPage } from '../.ci/docs-program.mjs';
import { profilesPage } from '../.ci/docs-profiles.mjs';
import { referencePages } from '../.ci/docs-reference.mjs';
import type { Generated } from '../.ci/docs-reference.mjs';
import { validationPages } from '../.ci/docs-validation.mjs';

const program = process.env.BUFFERLAB_PROGRAM ?? '';
const catalog = await loadCatalog();
const pages = referencePages(catalog);

/** Returns the text of a page of the reference. */
function text(name: string, from: Generated[] = pages): string {
  const page = from.find((one) => one.page.endsWith(`/${name}.md`));
  if (page === undefined) throw new Error(`There is no page ${name}.`);
  return page.text;
}

/** Returns the first cells of all rows of the tables of a text. */
function firstCells(markdown: string): string[] {
  return [...markdown.matchAll(/^\| `([^`]+)` \|/gm)].map(([, cell = '']) => cell);
}

describe('the reference', () => {
  it('has a row for each field of each section', () => {
    const rows = pages.flatMap((page) => (page.page.endsWith('/limits.md') ? [] : firstCells(page.text)));
    const counted = new Map<string, number>();
    for (const name of rows) counted.set(name, (counted.get(name) ?? 0) + 1);
    const sections = Object.values(catalog.sections).filter(({ id }) => !id.startsWith('trace.'));
    const wanted = new Map<string, number>();
    const names = [
      ...sections.flatMap(({ params }) => params.map(({ name }) => name)),
      ...catalog.models.flatMap(({ outputs }) => outputs.map(({ id }) => id)),
      ...[...catalog.measures, ...catalog.series].map(({ id }) => id),
    ];
    for (const name of names) wanted.set(name, (wanted.get(name) ?? 0) + 1);
    expect(counted).toEqual(wanted);
  });

  it.each(['measures', 'series'] as const)('lists all %s in the order of the engine, by owner', (name) => {
    expect(firstCells(text(name)).sort()).toEqual(catalog[name].map(({ id }) => id).sort());
  });

  it('gives the value and the source of each option of each profile, and what is not modeled', () => {
    const page = profilesPage(catalog).text;
    const profiles = catalog.sections['traffic.tcp']?.profiles ?? [];
    expect(profiles.map(({ id }) => id)).toEqual(['linux-6', 'windows', 'freebsd-14', 'rfc', 'ns-2']);
    for (const { id, settings, not_modeled } of profiles) {
      const after = page.slice(page.indexOf(`\n\`"profile": "${id}"\``));
      const next = after.indexOf('\n## ');
      const text = next < 0 ? after : after.slice(0, next);
      for (const { source } of settings) expect(text).toContain(source.replaceAll('|', '\\|'));
      for (const { what } of not_modeled) expect(text).toContain(what);
    }
  });

  it('explains each kind, warning, model and limit', () => {
    const kinds = Object.entries(catalog.registries).filter(([registry]) => registry !== 'model');
    for (const [registry, ids] of kinds)
      for (const id of ids)
        expect(text(registry.replace('_', '-'))).toContain(`\`"kind": "${id.slice(registry.length + 1)}"\``);
    for (const { id, help } of catalog.warnings) {
      expect(text('warnings')).toContain(`\`${id}\``);
      expect(text('warnings')).toContain(help);
    }
    for (const { id } of catalog.models) expect(text('analytic-models')).toContain(`\n\`${id}\`\n`);
    expect(firstCells(text('limits')).sort()).toEqual(Object.keys(catalog.limits).sort());
  });

  it('has no value without words', () => {
    for (const page of pages) expect(page.text).not.toMatch(/undefined|\[object|NaN/);
  });
});

describe.skipIf(program === '')('the page of commands', () => {
  const help = (args: string[]) => execFileSync(program, args, { encoding: 'utf8' });

  it('is what the help of the program says', () => {
    const page = readFileSync(new URL('../docs/reference/commands.md', import.meta.url), 'utf8');
    expect(page, 'write it with `npm run accept -- docs`').toBe(programPage(help));
  });

  it('has each option of each command', () => {
    const page = programPage(help);
    const sections = new Map(
      page.split('\n## ').map((section) => [section.split('\n')[0], firstCells(section)]),
    );
    const commands = commandsIn(help(['help']));
    expect(commands.length).toBeGreaterThan(7);
    for (const command of commands) {
      const options = [...help([command, '--help']).matchAll(/^ {6}(--[\w-]+)/gm)].map(([, name]) => name);
      const listed = sections.get(command)?.map((cell) => cell.split(' ')[0]);
      expect(listed?.filter((name) => name?.startsWith('--'))).toEqual(options);
    }
  });
});

describe('the page about the npm package', () => {
  it('is what the sources say', async () => {
    const page = readFileSync(new URL('../docs/reference/javascript.md', import.meta.url), 'utf8');
    expect(page, 'write it with `npm run accept -- docs`').toBe(await javascriptPage());
  });

  it('has each exported name', () => {
    const page = readFileSync(new URL('../docs/reference/javascript.md', import.meta.url), 'utf8');
    const index = readFileSync(new URL('../npm/src/index.ts', import.meta.url), 'utf8');
    const lists = [...index.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].map(([, list = '']) => list);
    const names = lists.flatMap((list) => list.split(',')).map((name) => name.trim());
    const exported = names.filter((name) => name !== '');
    expect(exported.length).toBeGreaterThan(20);
    for (const name of exported) expect(page).toMatch(new RegExp(`^## ${name}(\\(\\))?$`, 'm'));
  });
});

describe('the chapter on validation', () => {
  const chapter = validationPages();

  it('has each stored comparison, with all of its rows', () => {
    const folder = new URL('validation/', import.meta.url);
    const simulators = text('simulators', chapter);
    for (const name of readdirSync(folder)) {
      const { title, rows } = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as {
        title: string;
        rows: { what: string }[];
      };
      expect(simulators).toContain(`### ${title}\n`);
      expect(rows.length).toBeGreaterThan(0);
      for (const { what } of rows) expect(simulators).toContain(`| ${what} |`);
    }
  });

  it('has each claim of the papers with a verdict', () => {
    const folder = new URL('../engine/papers/figures/', import.meta.url);
    const all = chapter.map((page) => page.text).join('\n');
    for (const name of readdirSync(folder)) {
      const figure = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as {
        title: string;
        claims: { text: string }[];
      };
      expect(all).toContain(`## ${figure.title}\n`);
      for (const claim of figure.claims)
        expect(all).toContain(claim.text.replaceAll('|', '\\|').replaceAll('<', '&lt;'));
    }
  });
});
