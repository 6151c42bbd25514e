/**
 * Checks of the dependencies: compatible licenses, permitted sources, and security advisories. A check that is not possible
 * on this machine is announced and does not fail.
 */
import { spawnSync } from 'node:child_process';
import { output, root, announce } from './shell.mjs';
import { runStages } from './stages.mjs';

/** Runs all checks; resolves to true if all possible checks pass. */
export function checkSupply() {
  return runStages([...crates(), ...packages()]);
}

/** @returns {import('./stages.mjs').Stage[]} */
function crates() {
  if (output('cargo', ['deny', '--version']) === null) {
    announce('Crates are not checked: cargo-deny is missing (cargo install --locked cargo-deny)');
    return [];
  }
  /** @type {(...what: string[]) => (shell: import('./shell.mjs').Shell) => Promise<boolean>} */
  const checks =
    (...what) =>
    (shell) =>
      shell.run('cargo', ['deny', '--locked', 'check', ...what]);
  const known = [{ name: 'Licenses and sources of crates', passes: checks('bans', 'licenses', 'sources') }];
  if (output('cargo', ['deny', 'fetch', 'db']) === null) {
    announce('Security advisories for crates are not checked: the database cannot be downloaded');
    return known;
  }
  return [
    ...known,
    { name: 'Security advisories for crates', passes: checks('--disable-fetch', 'advisories') },
  ];
}

/** @returns {import('./stages.mjs').Stage[]} */
function packages() {
  const { status, stdout } = spawnSync('npm', ['audit', '--json'], { cwd: root, encoding: 'utf8' });
  if (!stdout.includes('auditReportVersion')) {
    announce('Security advisories for npm packages are not checked: the registry cannot be reached');
    return [];
  }
  if (status !== 0) console.error(stdout);
  return [{ name: 'Security advisories for npm packages', passes: () => status === 0 }];
}
