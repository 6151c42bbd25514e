/**
 * Runs programs whose output is needed.
 */
import { spawnSync } from 'node:child_process';
import { stop } from '../shell.mjs';

/**
 * Returns what a program prints, or stops with its messages if it fails.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} [env] added to the environment
 * @returns {string}
 */
export function captured(program, args, env = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 1 << 28,
  });
  if (status !== 0) stop(`${[program, ...args].join(' ')} failed: ${error?.message ?? stderr}`);
  return stdout;
}
