/**
 * Bills of materials in CycloneDX: the crates of what is compiled, without a folder of this machine.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, stop, terminal } from '../shell.mjs';

/**
 * Writes the bill of materials of a crate for a target, or stops with a message.
 *
 * @param {'cli' | 'python'} crate folder below `engine`
 * @param {string} target
 * @param {Record<string, string>} env
 * @param {string} file
 */
export async function writeBillOfMaterials(crate, target, env, file) {
  const manifest = join(root, 'engine', crate, 'Cargo.toml');
  const name = 'bufferlab-release';
  const options = [
    '--format',
    'json',
    '--target',
    target,
    '--spec-version',
    '1.5',
    '--override-filename',
    name,
  ];
  if (!(await terminal.run('cargo', ['cyclonedx', '--quiet', '--manifest-path', manifest, ...options], env)))
    stop(`The bill of materials for ${target} was not written, see above.`);
  // The program writes beside each manifest of the workspace.
  renameSync(join(root, 'engine', crate, `${name}.json`), file);
  for (const other of workspaceCrates()) rmSync(join(root, other, `${name}.json`), { force: true });
  writeFileSync(file, withoutFolders(readFileSync(file, 'utf8')));
}

/** Returns the folders of the crates of the workspace. */
function workspaceCrates() {
  const [, members = ''] = /^members = \[(.*)\]$/m.exec(readFileSync(join(root, 'Cargo.toml'), 'utf8')) ?? [];
  return [...members.matchAll(/"([^"]+)"/g)].map(([, folder = '']) => folder);
}

/**
 * Replaces the folder of the sources, which a bill of materials contains, by a fixed one.
 *
 * @param {string} text
 */
function withoutFolders(text) {
  return text.replaceAll(root.replace(/[\\/]$/, ''), '/bufferlab');
}
