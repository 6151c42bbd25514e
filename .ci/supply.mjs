/**
 * What others wrote and we use: whether its licences allow our own, whether it comes from where we say, and whether
 * anything is known against it. What cannot be looked up on this machine is said, and is no failure.
 */
import { spawnSync } from 'node:child_process';
import { output, root, say } from './shell.mjs';
import { runStages } from './stages.mjs';

/** Checks all; resolves to true when nothing is wrong with what could be had. */
export function checkSupply() {
  return runStages([...crates(), ...packages()]);
}

/** @returns {import('./stages.mjs').Stage[]} */
function crates() {
  if (output('cargo', ['deny', '--version']) === null) {
    say('Crates are not checked: cargo-deny is missing (cargo install --locked cargo-deny)');
    return [];
  }
  /** @type {(...what: string[]) => (shell: import('./shell.mjs').Shell) => Promise<boolean>} */
  const checks =
    (...what) =>
    (shell) =>
      shell.run('cargo', ['deny', '--locked', 'check', ...what]);
  const known = [{ name: 'Licences and sources of crates', passes: checks('bans', 'licenses', 'sources') }];
  if (output('cargo', ['deny', 'fetch', 'db']) === null) {
    say('Advisories for crates are not checked: their database cannot be had from here');
    return known;
  }
  return [...known, { name: 'Advisories for crates', passes: checks('--disable-fetch', 'advisories') }];
}

/** @returns {import('./stages.mjs').Stage[]} */
function packages() {
  const { status, stdout } = spawnSync('npm', ['audit', '--json'], { cwd: root, encoding: 'utf8' });
  if (!stdout.includes('auditReportVersion')) {
    say('Advisories for packages are not checked: the registry does not tell them here');
    return [];
  }
  if (status !== 0) console.error(stdout);
  return [{ name: 'Advisories for packages', passes: () => status === 0 }];
}
