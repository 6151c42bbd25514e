/**
 * `npm run lint`: format, lint and types, of Rust, Python and TypeScript. Mends what can be mended by itself
 * with `npm run lint -- --fix`.
 */
import { buildEngine } from './engine.mjs';
import { pythonLint } from './python.mjs';
import { ensurePackages, ensureToolchain } from './setup.mjs';
import { run, runPackage } from './shell.mjs';
import { runStages } from './stages.mjs';

const fix = process.argv.includes('--fix');

ensurePackages();
ensureToolchain();
// The page's types include the engine's, which are generated.
buildEngine();

const passed = runStages([
  { name: 'Rust format', passes: () => run('cargo', ['fmt', '--all', ...(fix ? [] : ['--check'])]) },
  {
    name: 'Rust lint (clippy)',
    passes: () =>
      run('cargo', ['clippy', '--locked', '-q', '--workspace', '--all-targets', '--', '-D', 'warnings']),
  },
  ...pythonLint(fix),
  {
    name: 'TypeScript format (prettier)',
    passes: () =>
      runPackage('prettier/bin/prettier.cjs', [fix ? '--write' : '--check', '--log-level', 'warn', '.']),
  },
  { name: 'Types (tsc)', passes: () => runPackage('typescript/bin/tsc', ['-b']) },
  {
    name: 'TypeScript lint (eslint)',
    passes: () => runPackage('eslint/bin/eslint.js', ['--max-warnings', '0', ...(fix ? ['--fix'] : []), '.']),
  },
]);
process.exitCode = passed ? 0 : 1;
