/**
 * How the page is served, built and unit-tested.
 *
 * `dist/` refers to its own files relatively, so that it works from any plain web host, below any path
 * and inside an iframe. It needs no header, because it shares no memory between threads.
 */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { RETRIES, vitestReporter } from './.ci/flaky.mjs';
import { docs } from './.ci/docs.mjs';
import { lessons } from './.ci/lessons.mjs';
import { licenses } from './.ci/licenses.mjs';
import { offline } from './.ci/offline.mjs';
import { pages } from './.ci/pages.mjs';
import { papers } from './.ci/papers.mjs';
import { contentSecurityPolicy } from './.ci/policy.mjs';
import { preloadEngine } from './.ci/preload.mjs';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('web'),
  base: './',
  cacheDir: here('node_modules/.vite'),
  publicDir: here('public'),
  plugins: [
    react(),
    contentSecurityPolicy(),
    preloadEngine(),
    licenses(),
    papers(),
    lessons(),
    docs(),
    pages(),
    offline(),
  ],
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    target: 'es2022',
    // The oldest browsers that web/index.html admits: `light-dark()` is newer and is translated for them.
    cssTarget: ['chrome114', 'firefox125', 'safari17'],
    modulePreload: { polyfill: false },
    license: { fileName: 'licences/packages.md' },
    rolldownOptions: {
      output: {
        // One file each for what is needed at first, the forms, and links: later parts share some of them.
        codeSplitting: {
          groups: [
            { name: 'shell', tags: ['$initial'] },
            { name: 'forms', test: /[\\/]web[\\/]controls[\\/](?!WarningList|FileField)/ },
            { name: 'formats', test: /[\\/]web[\\/]url[\\/]/ },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  test: {
    dir: here('.'),
    include: ['web/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}', 'npm/**/*.test.ts'],
    // Two threads, as the smallest machine that this is tested on has cores. Files share them and the modules that they
    // import: a fresh thread for each took longer than the tests.
    pool: 'threads',
    maxWorkers: 2,
    isolate: false,
    // No measure of speed, only an end to what hangs: a machine with twenty other processes takes its time.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    retry: RETRIES,
    reporters: ['default', vitestReporter()],
  },
});
