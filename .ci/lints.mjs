/**
 * Stages that check format, lint and types of Rust, Python and TypeScript, and the subjects of commits.
 */
import { longSubjects } from './commits.mjs';
import { pythonLint } from './python.mjs';

/** @typedef {import('./stages.mjs').Stage} Stage */

/**
 * Returns the stages of `npm run lint`. `engine` is the name of the stage that compiles the engine for the browser: the page's
 * types include the engine's, which are generated.
 *
 * @param {string} engine
 * @param {boolean} fix true if problems are corrected where that is possible
 * @returns {Stage[]}
 */
export function lints(engine, fix) {
  return [
    {
      name: 'Rust format (rustfmt)',
      passes: (shell) => shell.run('cargo', ['fmt', '--all', ...(fix ? [] : ['--check'])]),
    },
    {
      name: 'TypeScript format (prettier)',
      passes: (shell) =>
        shell.runPackage('prettier/bin/prettier.cjs', [
          fix ? '--write' : '--check',
          '--log-level',
          'warn',
          '.',
        ]),
    },
    ...pythonLint(fix),
    {
      name: 'Commit subjects',
      passes: (shell) => {
        const messages = longSubjects();
        messages.forEach(shell.announce);
        return messages.length === 0;
      },
    },
    {
      name: 'Rust lint (clippy)',
      passes: (shell) =>
        shell.run('cargo', [
          'clippy',
          '--locked',
          '-q',
          '--workspace',
          '--all-targets',
          '--',
          '-D',
          'warnings',
        ]),
    },
    {
      name: 'Types (tsc)',
      needs: [engine],
      passes: (shell) => shell.runPackage('typescript/bin/tsc', ['-b']),
    },
    {
      name: 'TypeScript lint (eslint)',
      needs: [engine],
      passes: (shell) =>
        shell.runPackage('eslint/bin/eslint.js', ['--max-warnings', '0', ...(fix ? ['--fix'] : []), '.']),
    },
  ];
}
