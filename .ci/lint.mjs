/**
 * `npm run lint`: checks format, lint and types of Rust, Python and TypeScript. `npm run lint -- --fix` applies automatic
 * fixes.
 */
import { longSubjects } from './commits.mjs';
import { compileEngine } from './engine.mjs';
import { pythonLint } from './python.mjs';
import { ensurePackages, ensureToolchain } from './setup.mjs';
import { runStages } from './stages.mjs';

const fix = process.argv.includes('--fix');

ensurePackages();
ensureToolchain();

// The page's types include the engine's, which are generated.
const engine = 'Engine for the browser (cargo build)';
const passed = await runStages(
  [
    { name: engine, passes: compileEngine },
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
  ],
  // Stages that fix files run one after another.
  { atOnce: fix ? 1 : 2, command: 'npm run lint' },
);
process.exitCode = passed ? 0 : 1;
