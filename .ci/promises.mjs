/**
 * Records of what a released version promises to keep: names in links, files, programs and notebooks of users, and documents
 * with their meaning.
 *
 *     node .ci/promises.mjs    writes those of this version to `tests/promises/VERSION`, once, at its release
 *
 * The folder must have the documents already: a study, lessons, and a receipt; copy those of the last version, and add to them
 * what is new. The program (profile `ci`) and the modules of the engine must have been built.
 *
 * The commands, the Python names and the JavaScript names are read from the pages of the reference, which tests compare with the
 * sources. `docs/reference/versions.md` says what is promised.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { loadCatalog } from './docs-catalog.mjs';
import { programOf } from './engine.mjs';
import { factsOf } from './promises-program.mjs';
import { scenariosOfEveryKind } from './promises-scenarios.mjs';
import { output, root, stop } from './shell.mjs';
import { VERSION } from './version.mjs';

/** @typedef {import('./docs-reference.mjs').Parameter} Param */
/** @typedef {Record<string, string[]>} Names names by what they name, each list sorted */

/**
 * Functions of `tests/promises/opened.ts`, which has their complete types.
 *
 * @typedef {object} Opened
 * @property {(studies: object, study: unknown) => unknown} planOf
 * @property {(text: string) => unknown} outlineOf
 * @property {(scenario: object) => string} linkOf
 */

/** Headings of TypeDoc that are no names. */
const NO_NAMES = new Set(['Constructor', 'Example', 'Type']);

/** Heading of a table of properties, of a type or of a part of a union; names of parameters are not promised. */
const PROPERTIES = /^\| (Property|Name) \|/;

/** Returns all names of this version. @returns {Promise<Names>} */
export async function promisedNames() {
  const catalog = await loadCatalog();
  const sections = Object.values(catalog.sections);
  const ids = (/** @type {{ id: string }[]} */ rows) => rows.map(({ id }) => id);
  const names = {
    fields: sections.flatMap(({ id, params }) => params.map(({ name }) => `${id}: ${name}`)),
    choices: sections.flatMap(({ id, params }) => params.flatMap((param) => choicesOf(id, param))),
    kinds: Object.values(catalog.registries).flat(),
    measures: ids(catalog.measures),
    series: ids(catalog.series),
    warnings: ids(catalog.warnings),
    models: catalog.models.flatMap(({ id, outputs }) => outputs.map((output) => `${id}: ${output.id}`)),
    presets: files('engine/core/src/presets', '.json'),
    figures: files('engine/papers/figures', '.json'),
    lessons: files('public/lessons', '.md').filter((name) => name === name.toLowerCase()),
    options: optionsIn(reference('commands')),
    python: signaturesIn(reference('python')),
    javascript: headingsIn(reference('javascript')),
  };
  return Object.fromEntries(Object.entries(names).map(([kind, list]) => [kind, [...new Set(list)].sort()]));
}

/**
 * Returns the values of a choice, such as `traffic.tcp: recovery=sack`; none for other fields.
 *
 * @param {string} section
 * @param {Param} param
 */
function choicesOf(section, { name, kind }) {
  return kind.type === 'choice'
    ? (kind.options ?? []).map((option) => `${section}: ${name}=${option.id}`)
    : [];
}

/**
 * @param {string} folder
 * @param {string} extension
 */
function files(folder, extension) {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith(extension));
  return names.map((name) => basename(name, extension));
}

/** @param {string} name */
function reference(name) {
  return readFileSync(join(root, 'docs', 'reference', `${name}.md`), 'utf8');
}

/**
 * Returns the options of the commands, such as `run --csv <FILE>`.
 *
 * @param {string} page
 */
function optionsIn(page) {
  const [, ...commands] = page.split(/^## /m);
  return commands.flatMap((text) => {
    const [command = ''] = text.split('\n');
    const options = [...text.matchAll(/^\| `([^`]+)` \|/gm)].map(([, option = '']) => option);
    return [command, ...options.map((option) => `${command} ${option}`)];
  });
}

/**
 * Returns the names of the Python package with their parameters, such as `run(seed)`.
 *
 * @param {string} page
 */
function signaturesIn(page) {
  const [, ...objects] = page.split(/^## /m);
  return objects.flatMap((text) => {
    const [owner = ''] = text.split('\n');
    return text.split(/^### /m).flatMap((part, i) => {
      const [heading = ''] = part.split('\n');
      const name = i === 0 ? owner : `${owner}.${heading}`;
      const [, list = ''] = /```python\n[\w.]+\(([^]*?)\)(?: ->[^\n]*)?\n```/.exec(part) ?? [];
      const parameters = [...list.matchAll(/(\w+)(?=: )/g)].map(([, one = '']) => one);
      const [, rows = ''] = /^Attributes:\n\n((?:- .*\n?)+)/m.exec(part) ?? [];
      const attributes = [...rows.matchAll(/^- \*\*(\w+)\*\*/gm)].map(([, one = '']) => one);
      return [
        name,
        ...parameters.map((parameter) => `${name}(${parameter})`),
        ...attributes.map((attribute) => `${name}.${attribute}`),
      ];
    });
  });
}

/**
 * Returns the names of the npm package: exports, and members of classes and types.
 *
 * @param {string} page
 */
function headingsIn(page) {
  const [, ...objects] = page.split(/^## /m);
  return objects.flatMap((text) => {
    const [owner = ''] = text.split('\n');
    const members = [...text.matchAll(/^#### (\w+)/gm)].map(([, name = '']) => name);
    const tables = text.split('\n\n').filter((part) => PROPERTIES.test(part));
    const properties = tables.flatMap((rows) =>
      [...rows.matchAll(/^\| (?:<a [^>]*><\/a> )?`([\w.]+)\??` \|/gm)].map(([, name = '']) => name),
    );
    const own = [...members, ...properties].filter((name) => !NO_NAMES.has(name));
    return NO_NAMES.has(owner) ? [] : [owner, ...own.map((name) => `${owner}.${name}`)];
  });
}

/** Folder of the records, one folder for each version. */
export const RECORDS = join(root, 'tests', 'promises');

/**
 * Returns the lessons of a record by the names of their files.
 *
 * @param {string} folder of the record
 * @returns {Record<string, string>}
 */
export function lessonsIn(folder) {
  const names = readdirSync(join(folder, 'lessons'));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, 'lessons', name), 'utf8')]));
}

/**
 * Runs a scenario to its end with a module of the engine for JavaScript. Returns the digest.
 *
 * @param {typeof import('../web/generated/bufferlab_wasm.js')} engine
 * @param {unknown} scenario
 */
export function digestOf(engine, scenario) {
  const lab = new engine.Lab(JSON.stringify(scenario));
  try {
    lab.advance(lab.duration_s(), 0xffff_ffff);
    /** @type {{ digest: string }} */
    const { digest } = JSON.parse(lab.summary_json());
    return digest;
  } finally {
    lab.free();
  }
}

/**
 * Writes the record of this version beside the documents in its folder.
 *
 * @param {string} program
 */
async function record(program) {
  const folder = join(RECORDS, VERSION);
  /** @param {string} name @param {unknown} content */
  const write = (name, content) => {
    writeFileSync(join(folder, `${name}.json`), textOf(content));
    console.log(`Wrote tests/promises/${VERSION}/${name}.json`);
  };
  write('names', await promisedNames());
  write('program', factsOf(program));
  // Tests import this file, and need no bundler.
  const { runnerImport } = await import('vite');
  /** @type {{ module: Opened }} */
  const { module } = await runnerImport(join(RECORDS, 'opened.ts'));
  const engine = await import('../web/generated/bufferlab_wasm.js');
  /** @type {Record<string, object>} */
  const scenarios = {};
  for (const [name, scenario] of Object.entries(scenariosOfEveryKind(await loadCatalog()))) {
    /** @type {{ ok: true; scenario: object } | { ok: false; problems: object[] }} */
    const checked = JSON.parse(engine.check_json(JSON.stringify(scenario)));
    if (!checked.ok) throw new Error(`${name}: ${JSON.stringify(checked.problems)}`);
    const digest = name.includes('file') ? null : digestOf(engine, scenario);
    /** @type {object} */
    const minimal = JSON.parse(engine.minimal_json(JSON.stringify(scenario)));
    scenarios[name] = { scenario, complete: checked.scenario, digest, link: module.linkOf(minimal) };
  }
  write('scenarios', scenarios);
  const studies = await import('../web/generated/bufferlab_studies.js');
  /** @type {unknown} */
  const study = JSON.parse(readFileSync(join(folder, 'study.json'), 'utf8'));
  write('plan', module.planOf(studies, study));
  const lessons = Object.entries(lessonsIn(folder)).map(([name, text]) => [name, module.outlineOf(text)]);
  write('lessons', Object.fromEntries(lessons));
  const results = join(folder, 'results.ndjson');
  rmSync(results, { force: true });
  execFileSync(program, ['sweep', join(folder, 'study.json'), '--jobs', '1', '--out', results], {
    stdio: 'ignore',
  });
  console.log(`Wrote tests/promises/${VERSION}/results.ndjson`);
}

/**
 * Returns an object or a list as JSON with one line for each item.
 *
 * @param {unknown} content
 */
function textOf(content) {
  const isList = Array.isArray(content);
  const items = Object.entries(/** @type {object} */ (content)).map(([name, item]) => {
    const value = JSON.stringify(item);
    return isList ? value : `${JSON.stringify(name)}: ${value}`;
  });
  const [open, close] = isList ? '[]' : '{}';
  return `${open}\n${items.join(',\n')}\n${close}\n`;
}

if (process.argv[1] === import.meta.filename) {
  const program = programOf('ci');
  const printed = output(program, ['--version'])?.trim();
  if (printed !== `bufferlab ${VERSION}`)
    stop(`${program} must be version ${VERSION}: run cargo build --profile ci -p bufferlab-cli first.`);
  await record(program);
}
