/**
 * Archives of a release: the same bytes for the same files, whenever and by whomever they were written.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { filesBelow, writeTar, writeZip } from '../.ci/release/archive.mjs';

const base = mkdtempSync(join(tmpdir(), 'bufferlab-archives-'));
afterAll(() => {
  rmSync(base, { recursive: true });
});

/** Writes a folder with a program and a text, in this order and with these times. */
function folderOf(parent: string, files: [string, string][], seconds: number): string {
  const folder = join(base, parent, 'bufferlab-1');
  for (const [name, text] of files) {
    const path = join(folder, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
    chmodSync(path, name === 'bin/program' ? 0o775 : 0o600);
    utimesSync(path, seconds, seconds);
  }
  return folder;
}

const FILES: [string, string][] = [
  ['bin/program', '#!/bin/sh\necho it runs\n'],
  ['README.md', '# Text\n'],
  ['man/é.1', 'not ASCII'],
];

describe.each([
  ['zip', (folder: string, archive: string) => writeZip(folder, archive, 'bufferlab-1/')],
  ['tar.gz', writeTar],
] as const)('%s archives', (kind, write) => {
  it('have equal bytes, whatever the times, the permissions and the order of writing', () => {
    const [a, b] = [join(base, `a.${kind}`), join(base, `b.${kind}`)];
    write(folderOf(`first-${kind}`, FILES, 1e9), a);
    write(folderOf(`second-${kind}`, FILES.toReversed(), 1.7e9), b);
    expect(readFileSync(a).equals(readFileSync(b))).toBe(true);
  });

  it('differ if a file differs', () => {
    const [a, b] = [join(base, `c.${kind}`), join(base, `d.${kind}`)];
    write(folderOf(`third-${kind}`, FILES, 1e9), a);
    write(folderOf(`fourth-${kind}`, [...FILES.slice(1), ['bin/program', 'other']], 1e9), b);
    expect(readFileSync(a).equals(readFileSync(b))).toBe(false);
  });
});

describe('archives', () => {
  it('hold all files, sorted, and keep programs executable', () => {
    const folder = folderOf('read', FILES, 1e9);
    expect(filesBelow(folder)).toEqual(['README.md', 'bin/program', 'man/é.1']);
    const [zip, tar] = [join(base, 'read.zip'), join(base, 'read.tar.gz')];
    writeZip(folder, zip, 'bufferlab-1/');
    const files = unzipSync(readFileSync(zip));
    expect(Object.keys(files)).toEqual(filesBelow(folder).map((name) => `bufferlab-1/${name}`));
    expect(new TextDecoder().decode(files['bufferlab-1/README.md'])).toBe('# Text\n');
    writeTar(folder, tar);
    const opened = join(base, 'opened');
    mkdirSync(opened);
    execFileSync('tar', ['-xzf', tar, '-C', opened]);
    const program = join(opened, 'bufferlab-1', 'bin', 'program');
    expect(execFileSync(program, { encoding: 'utf8' })).toBe('it runs\n');
  });
});
