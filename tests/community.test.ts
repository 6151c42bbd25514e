/** The files for people and services around the repository: citation, metadata, workflows, templates. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { filesOf, newestIn, VERSION } from '../.ci/version.mjs';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

type Table = Record<string, unknown>;
const yamlOf = (path: string): Table => parse(read(path)) as Table;
const jsonOf = (path: string): Table => JSON.parse(read(path)) as Table;

/** Returns the value of a key in a section of a TOML file, as far as it is a simple string. */
const tomlValue = (path: string, section: string, key: string): string | undefined => {
  const body = read(path)
    .split(/^(?=\[)/m)
    .find((part) => part.startsWith(`[${section}]`));
  return new RegExp(`^${key} = "([^"]+)"`, 'm').exec(body ?? '')?.[1];
};

/** Folders of the crates of the workspace. */
const members = [
  ...(/^members = \[([^]*?)\]/m.exec(read('Cargo.toml'))?.[1] ?? '').matchAll(/"([^"]+)"/g),
].map(([, folder = '']) => folder);

const citation = yamlOf('CITATION.cff');
const codemeta = jsonOf('codemeta.json');

describe('the version', () => {
  const [newest = '', date = ''] = newestIn(read('CHANGELOG.md')) ?? [];

  it.each(Object.entries(filesOf(VERSION, date)))('of package.json is the one in %s', (path, expected) => {
    expect(VERSION).toMatch(/^\d+\.\d+\.\d+$/);
    expect(expected).toContain(VERSION);
    expect(read(path)).toBe(expected);
  });

  it('is written to each file that has another one, with the date of the release', () => {
    const raised = filesOf('7.6.5', '2031-02-03');
    for (const [path, text] of Object.entries(raised)) {
      expect(text, path).not.toBe(read(path));
      expect(text, path).toContain('7.6.5');
    }
    const crates = [...raised['Cargo.lock']!.matchAll(/^version = "7\.6\.5"$/gm)];
    expect(crates).toHaveLength(members.length);
    expect(parse(raised['CITATION.cff']!)).toMatchObject({ version: '7.6.5', 'date-released': '2031-02-03' });
    expect(JSON.parse(raised['codemeta.json']!)).toMatchObject({ datePublished: '2031-02-03' });
    expect(newestIn(raised['CHANGELOG.md']!)).toEqual(['7.6.5', '2031-02-03']);
  });

  it('is that of the lock file, of each crate, and of the newest changes', () => {
    expect(newest).toBe(VERSION);
    const lock = jsonOf('package-lock.json') as { version: string; packages: Record<string, Table> };
    expect([lock.version, lock.packages['']!.version]).toEqual([VERSION, VERSION]);
    for (const member of members)
      expect(read(`${member}/Cargo.toml`), member).toMatch(/^version\.workspace = true$/m);
  });

  it('is that of the crate in the Python package', () => {
    const [, dynamic = ''] = /^dynamic = \[(.*)\]$/m.exec(read('engine/python/pyproject.toml')) ?? [];
    expect(dynamic).toContain('"version"');
    expect(read('engine/python/pyproject.toml')).not.toMatch(/^version = /m);
  });
});

describe('the citation', () => {
  it('has the keys that the format 1.2 requires', () => {
    expect(citation['cff-version']).toBe('1.2.0');
    for (const key of ['message', 'title']) expect(citation[key], key).toEqual(expect.any(String));
    expect(citation.authors).toEqual([{ name: expect.any(String) as string }]);
  });

  it('names the licenses of the crates and the package', () => {
    const expression = (citation.license as string[]).join(' OR ');
    expect(expression).toBe(tomlValue('Cargo.toml', 'workspace.package', 'license'));
    expect(expression).toBe(jsonOf('package.json').license);
    const links = (citation.license as string[]).map((name) => `https://spdx.org/licenses/${name}`);
    expect(codemeta.license).toEqual(links);
  });

  it('agrees with the metadata for software catalogs', () => {
    expect(codemeta['@context']).toBe('https://w3id.org/codemeta/3.0');
    expect(codemeta.type).toBe('SoftwareSourceCode');
    expect(codemeta.keywords).toEqual(citation.keywords);
    const names = (codemeta.author as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual((citation.authors as { name: string }[]).map(({ name }) => name));
  });
});

interface Step {
  uses?: string;
  run?: string;
}
interface Job {
  needs?: string;
  if?: string;
  steps: Step[];
  permissions?: Record<string, string>;
}

const WORKFLOWS = readdirSync(join(root, '.github/workflows'));
const jobsOf = (file: string): Record<string, Job> =>
  yamlOf(`.github/workflows/${file}`).jobs as Record<string, Job>;
const stepsOf = (file: string): Step[] => Object.values(jobsOf(file)).flatMap(({ steps }) => steps);

describe('the workflows', () => {
  it('run the scripts of this repository', () => {
    expect(WORKFLOWS.sort()).toEqual(['ci.yml', 'release.yml']);
    expect(stepsOf('ci.yml').map(({ run }) => run)).toContain('.ci/run');
    expect(stepsOf('release.yml').map(({ run }) => run)).toContain('npm run release');
    const gitlab = yamlOf('.gitlab-ci.yml') as Record<string, { script: string[] }>;
    expect(gitlab.check?.script).toEqual(['.ci/run']);
    expect(gitlab.release?.script).toContain('npm run release');
    expect(existsSync(join(root, '.ci/run'))).toBe(true);
    expect(statSync(join(root, '.ci/run')).mode & 0o111).not.toBe(0);
  });

  it.each(WORKFLOWS)('%s pins each action by a version, and its own token can only read', (file) => {
    const actions = stepsOf(file).flatMap(({ uses }) => uses ?? []);
    expect(actions.length).toBeGreaterThan(0);
    expect(
      actions.filter((name) => !/^[\w-]+\/[\w-]+@(v\d+|release\/v\d+|[0-9a-f]{40})$/.test(name)),
    ).toEqual([]);
    expect(yamlOf(`.github/workflows/${file}`).permissions).toEqual({ contents: 'read' });
  });

  it('publish to a registry only on request', () => {
    const jobs = jobsOf('release.yml');
    const publishing = Object.entries(jobs).filter(([, job]) => job.permissions?.['id-token'] === 'write');
    expect(publishing.map(([name]) => name).sort()).toEqual(['crates', 'npm', 'pypi']);
    for (const [name, job] of publishing) {
      expect(job.if, name).toBe(`github.event_name == 'workflow_dispatch' && inputs.${name}`);
      expect([job.needs].flat(), name).toContain('build');
    }
    const texts = Object.entries(jobs).filter(([, { steps }]) =>
      steps.some(({ run = '', uses = '' }) => (run + uses).includes('publish')),
    );
    expect(texts.map(([name]) => name).sort()).toEqual(['crates', 'npm', 'pypi']);
  });

  it.each(readdirSync(join(root, '.github/ISSUE_TEMPLATE')).filter((name) => name !== 'config.yml'))(
    'the form %s has a name, a description, and fields with labels',
    (name) => {
      const form = yamlOf(`.github/ISSUE_TEMPLATE/${name}`);
      expect([form.name, form.description]).toEqual([expect.any(String), expect.any(String)]);
      const body = form.body as { id: string; attributes: { label: string } }[];
      expect(new Set(body.map(({ id }) => id)).size).toBe(body.length);
      for (const { attributes } of body) expect(attributes.label).toEqual(expect.any(String));
    },
  );

  it('the form for bugs names the dialog of the page as the page does', () => {
    const strings = read('web/page/lazyStrings.ts');
    expect(strings).toContain("title: 'Report a problem'");
    expect(read('.github/ISSUE_TEMPLATE/bug.yml')).toContain('Report a problem');
  });
});
