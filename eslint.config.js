/**
 * What the linter asks of the TypeScript here: typescript-eslint's strict, type-aware rules and React's
 * hook rules. Formatting is Prettier's business.
 */
import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
  globalIgnores([
    'dist/',
    'release/',
    // Plain scripts for readers, without a project.
    'public/',
    'target/',
    'web/generated/',
    'web/types/**',
    'test-results/',
    'playwright-report/',
  ]),
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: ['page', 'worker', 'tests', 'npm', 'tools'].map((thread) => `.ci/tsconfig.${thread}.json`),
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      // A name that is not a type at run time must not look like one that is.
      '@typescript-eslint/consistent-type-imports': 'error',
      // Messages between threads are unions: a new kind must be met everywhere it arrives.
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // Typed arrays are read in loops that know their bounds.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/non-nullable-type-assertion-style': 'off',
      // Stores and actions are plain objects without `this`; components hand their functions on.
      '@typescript-eslint/unbound-method': 'off',
      // Both spellings read well.
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/consistent-indexed-object-style': 'off',
      // The type checker knows better which globals a thread has.
      'no-undef': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
    },
  },
  { files: ['web/**/*.{ts,tsx}'], extends: [reactHooks.configs.flat.recommended] },
  {
    files: ['.ci/*.mjs', 'npm/*.mjs'],
    rules: {
      'no-console': 'off',
      // The linter does not see casts made in comments; the type checker does.
      '@typescript-eslint/no-unsafe-assignment': 'off',
    },
  },
);
