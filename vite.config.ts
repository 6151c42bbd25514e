/**
 * How the page is served, built and unit-tested.
 *
 * `dist/` refers to its own files relatively, so that it works from any plain web host, below any path
 * and inside an iframe. No header is asked for: see "No SharedArrayBuffer" in ARCHITECTURE.md.
 */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('web'),
  base: './',
  cacheDir: here('node_modules/.vite'),
  publicDir: here('public'),
  plugins: [react()],
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es' },
  test: {
    dir: here('.'),
    include: ['web/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
  },
});
