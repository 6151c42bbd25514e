/**
 * What released versions promise is still there (`docs/reference/versions.md`): names in links, files, commands and programs of
 * users. The links themselves are in `tests/links`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { promisedNames } from '../.ci/promises.mjs';

const folder = new URL('promises/', import.meta.url);
const records = readdirSync(folder).filter((name) => name.endsWith('.json'));
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const names = await promisedNames();

describe.each(records)('the names of %s', (record) => {
  const promised = JSON.parse(readFileSync(new URL(record, folder), 'utf8')) as Record<string, string[]>;

  it.each(Object.keys(promised))('still exist: %s', (kind) => {
    const missing = promised[kind]?.filter((name) => !names[kind]?.includes(name));
    expect(missing).toEqual([]);
  });

  it('are of all kinds', () => {
    for (const [kind, list] of Object.entries(promised)) expect(list.length, kind).toBeGreaterThan(5);
    expect(Object.keys(names).filter((kind) => promised[kind] === undefined)).toEqual([]);
  });
});

it('are recorded for this version', () => {
  expect(records).toContain(`${version}.json`);
});
