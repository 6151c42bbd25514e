/**
 * What released versions promise still holds (`docs/reference/versions.md`): names in links, files, commands and programs of
 * users, and documents with their meaning. `.ci/promises.mjs` records them at a release.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { digestOf, lessonsIn, promisedNames, RECORDS } from '../.ci/promises.mjs';
import { factsOf, type Facts } from '../.ci/promises-program.mjs';
import { VERSION } from '../.ci/version.mjs';
import * as studies from '../web/generated/bufferlab_studies.js';
import * as engine from '../web/generated/bufferlab_wasm.js';
import type { Catalog, StudyDocument } from '../web/types/engine';
import { lineReaders } from '../web/studies/resultLine';
import { resultsIn } from '../web/studies/resultFile';
import { decodeLink } from '../web/url/codec';
import { outlineOf, planOf, type PlannedRun } from './promises/opened';

const program = process.env.BUFFERLAB_PROGRAM;
const root = join(import.meta.dirname, '..');

/** Tests that hold the rows of the table *Promised*: files with the beginnings of their titles. */
const HELD_BY: Readonly<Record<string, readonly (readonly [file: string, title: string])[]>> = {
  Links: [
    ['tests/promises.test.ts', "'the link of %s opens the same experiment'"],
    ['tests/links/corpus.test.ts', "describe('released links'"],
    ['tests/links/native.test.ts', "'%s opens and holds what the page would pack'"],
  ],
  Scenarios: [
    ['tests/promises.test.ts', "'the scenario %s is accepted with the same values'"],
    ['tests/promises.test.ts', "'have one of every kind'"],
  ],
  Studies: [['tests/promises.test.ts', "'has the same runs'"]],
  Lessons: [['tests/promises.test.ts', "'the lesson %s has the same scenes, questions and goals'"]],
  Receipts: [['web/lessons/handin/grading.test.ts', "'grades the receipt of version %s'"]],
  'Results of sweeps': [
    ['tests/promises.test.ts', "'are read by the page'"],
    ['tests/promises.test.ts', "'are read by the program instead of running again'"],
    ['tests/promises.test.ts', "'of another version are kept beside new ones'"],
  ],
  Program: [
    ['tests/promises.test.ts', "'still prints all fields of %s'"],
    ['tests/promises.test.ts', "'still writes all columns of %s'"],
    ['tests/promises.test.ts', "'still ends %s with the same exit code'"],
    ['engine/cli/tests/interruption.rs', 'Some(130)'],
    ['engine/cli/tests/faults.rs', 'Some(1)'],
  ],
  'Python and JavaScript': [
    ['tests/promises.test.ts', "'still exist: %s'"],
    ['tests/docs-reference.test.ts', "'has each exported name'"],
    ['engine/python/tests/test_reference.py', '"python.md"'],
  ],
  Names: [['tests/promises.test.ts', "'still exist: %s'"]],
  Digests: [
    ['tests/promises.test.ts', "'gives the digest of its version: %s'"],
    ['tests/parity.test.ts', '`runs ${id} as the native engine does`'],
    ['tests/engines/parity.spec.ts', '`runs ${id} as the native engine does`'],
  ],
};

interface RecordedScenario {
  scenario: object;
  /** The scenario with all defaults of the version. */
  complete: object;
  /** Null if it needs a trace file. */
  digest: string | null;
  /** Its link, as it stands after `#` in the address of the page. */
  link: string;
}

const versions = readdirSync(RECORDS).filter((name) => /^\d/.test(name));
const names = await promisedNames();
const facts = program === undefined ? null : factsOf(program);
const catalog = JSON.parse(engine.catalog_json()) as Catalog;

/** Reads a file of JSON in a record. */
function recorded(version: string, name: string): unknown {
  return JSON.parse(readFileSync(join(RECORDS, version, `${name}.json`), 'utf8'));
}

/** Returns what a later version has lost. */
function lost(before: readonly string[], now: readonly string[] | undefined): string[] {
  return before.filter((name) => now?.includes(name) !== true);
}

it('are recorded for this version', () => {
  expect(versions).toContain(VERSION);
});

describe('the page of promises', () => {
  const page = readFileSync(join(root, 'docs/reference/versions.md'), 'utf8');
  const [, promised = ''] = /^## Promised$([^]*?)^## /m.exec(page) ?? [];
  const rows = [...promised.matchAll(/^\| \*\*(.+?)\*\*/gm)].map(([, row = '']) => row);

  it('has a test for each row of its table', () => {
    expect(rows.length).toBeGreaterThan(5);
    expect(rows).toEqual(Object.keys(HELD_BY));
  });

  it.each(Object.entries(HELD_BY))('names tests that exist for %s', (_, tests) => {
    for (const [file, title] of tests) expect(readFileSync(join(root, file), 'utf8'), file).toContain(title);
  });
});

describe.each(versions)('the names of %s', (version) => {
  const promised = recorded(version, 'names') as Record<string, string[]>;

  it.each(Object.keys(promised))('still exist: %s', (kind) => {
    expect(lost(promised[kind]!, names[kind])).toEqual([]);
  });

  it('are of all kinds', () => {
    for (const [kind, list] of Object.entries(promised)) expect(list.length, kind).toBeGreaterThan(5);
    if (version === VERSION) expect(Object.keys(names)).toEqual(Object.keys(promised));
  });
});

describe.each(versions)('the scenarios of %s', (version) => {
  const scenarios = recorded(version, 'scenarios') as Record<string, RecordedScenario>;

  it('have one of every kind', () => {
    const kinds = Object.entries(recorded(version, 'names') as Record<string, string[]>)
      .flatMap(([kind, list]) => (kind === 'kinds' ? list : []))
      .filter((id) => !id.startsWith('model.'));
    expect(kinds.length).toBeGreaterThan(50);
    expect(lost(kinds, Object.keys(scenarios))).toEqual([]);
  });

  it.each(Object.entries(scenarios))(
    'the scenario %s is accepted with the same values',
    (_, { scenario, complete }) => {
      const checked = JSON.parse(engine.check_json(JSON.stringify(scenario))) as {
        ok: boolean;
        scenario: object;
      };
      expect(checked).toMatchObject({ ok: true, scenario: complete });
      expect(JSON.parse(engine.check_json(JSON.stringify(complete)))).toEqual(checked);
    },
  );

  it.each(Object.entries(scenarios))('the link of %s opens the same experiment', (_, { complete, link }) => {
    const opened = decodeLink(`https://bufferlab.example/#${link}`) as { ok: boolean; scenario?: object };
    expect(opened.ok).toBe(true);
    expect(JSON.parse(engine.check_json(JSON.stringify(opened.scenario)))).toMatchObject({
      scenario: complete,
    });
  });

  const runnable = Object.entries(scenarios).filter(([, { digest }]) => digest !== null);
  it.skipIf(version !== VERSION).each(runnable)(
    'gives the digest of its version: %s',
    (_, { scenario, complete, digest }) => {
      expect(digestOf(engine, scenario)).toBe(digest);
      expect(digestOf(engine, complete)).toBe(digest);
      if (program === undefined) return;
      const printed = execFileSync(program, ['run', '-', '--json'], {
        input: JSON.stringify(scenario),
        encoding: 'utf8',
        stdio: ['pipe', 'pipe', 'ignore'],
      });
      expect(JSON.parse(printed)).toMatchObject({ digest });
    },
  );
});

describe.each(versions)('the study of %s', (version) => {
  it('has the same runs', () => {
    const plan = recorded(version, 'plan') as PlannedRun[];
    const now = planOf(studies, recorded(version, 'study') as StudyDocument);
    const withoutKeys = (runs: readonly PlannedRun[]) => runs.map(({ point, seed }) => ({ point, seed }));
    expect(plan.length).toBeGreaterThan(3);
    expect(withoutKeys(now)).toEqual(withoutKeys(plan));
    // The key of a run contains the version.
    expect(now.every(({ key }, i) => key === plan[i]!.key)).toBe(version === VERSION);
  });
});

describe.each(versions)('of version %s', (version) => {
  const outlines = recorded(version, 'lessons') as Record<string, unknown>;

  it.each(Object.entries(lessonsIn(join(RECORDS, version))))(
    'the lesson %s has the same scenes, questions and goals',
    (name, text) => {
      expect(outlineOf(text)).toMatchObject(outlines[name] as object);
    },
  );
});

describe.each(versions)('the results of %s', (version) => {
  const file = join(RECORDS, version, 'results.ndjson');
  const text = readFileSync(file, 'utf8');
  const plan = recorded(version, 'plan') as PlannedRun[];

  it('are read by the page', () => {
    const { lines, failed, problems } = resultsIn(text, lineReaders(catalog));
    expect({ failed, problems }).toEqual({ failed: 0, problems: [] });
    const runs = lines.map((line) => JSON.parse(line) as PlannedRun & { summary: { engine: string } });
    expect(runs).toHaveLength(plan.length);
    expect(plan.map((run) => runs.find(({ key }) => key === run.key))).toMatchObject(plan);
    for (const { summary } of runs) expect(summary.engine).toBe(version);
  });

  /** Sweeps the study with these results in a file, in which a measure has a value that no run gives. */
  const swept = (results: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'bufferlab-results-'));
    const copy = join(folder, 'results.ndjson');
    writeFileSync(copy, results.replaceAll(/"utilization":[\d.]+/g, '"utilization":0.123'));
    const study = join(RECORDS, version, 'study.json');
    const { stdout } = spawnSync(program!, ['sweep', study, '--json', '--out', copy], { encoding: 'utf8' });
    const lines = readFileSync(copy, 'utf8').trim().split('\n');
    rmSync(folder, { recursive: true });
    return { printed: stdout.trim().split('\n'), lines };
  };
  const isOld = (line: string): boolean => line.includes('"utilization":0.123');

  it.skipIf(program === undefined || version !== VERSION)(
    'are read by the program instead of running again',
    () => {
      const { printed, lines } = swept(text);
      expect(printed.filter(isOld)).toHaveLength(plan.length);
      expect(lines).toHaveLength(plan.length);
    },
  );

  it.skipIf(program === undefined)('of another version are kept beside new ones', () => {
    // The key contains the version.
    const { printed, lines } = swept(text.replaceAll(/"key":"\w{8}/g, '"key":"00000000'));
    expect(printed).toHaveLength(plan.length);
    expect(printed.filter(isOld)).toEqual([]);
    expect(lines.filter(isOld)).toHaveLength(plan.length);
    expect(lines).toHaveLength(2 * plan.length);
  });
});

describe.skipIf(facts === null).each(versions)('the program keeps those of %s and', (version) => {
  const before = recorded(version, 'program') as Facts;

  it.each(Object.keys(before.fields))('still prints all fields of %s', (title) => {
    expect(before.fields[title]!.length).toBeGreaterThan(2);
    expect(lost(before.fields[title]!, facts!.fields[title])).toEqual([]);
  });

  it.each(Object.keys(before.columns))('still writes all columns of %s', (title) => {
    expect(before.columns[title]!.length).toBeGreaterThan(2);
    expect(lost(before.columns[title]!, facts!.columns[title])).toEqual([]);
  });

  it.each(Object.entries(before.exits))('still ends %s with the same exit code', (words, code) => {
    expect(facts!.exits[words]).toBe(code);
  });
});
