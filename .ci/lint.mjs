/**
 * `npm run lint`: checks format, lint and types of Rust, Python and TypeScript. `npm run lint -- --fix` applies automatic
 * fixes.
 */
import { compileEngine } from './engine.mjs';
import { lints } from './lints.mjs';
import { ensurePackages, ensureToolchain } from './setup.mjs';
import { runStages } from './stages.mjs';

const fix = process.argv.includes('--fix');

ensurePackages();
ensureToolchain();

const engine = 'Engine for the browser (cargo build)';
const passed = await runStages(
  [{ name: engine, passes: compileEngine }, ...lints(engine, fix)],
  // Stages that fix files run one after another.
  { atOnce: fix ? 1 : 2, command: 'npm run lint' },
);
process.exitCode = passed ? 0 : 1;
