/**
 * Builds the service worker beside the finished page, with the lists of the page's files in it.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { STATIC_PATHS } from './pages.mjs';
import { root } from './shell.mjs';

const dist = join(root, 'dist');

/** @returns {import('vite').Plugin} */
export function offline() {
  return {
    name: 'offline',
    apply: 'build',
    // After all files are written, including the licenses.
    closeBundle: { order: 'post', sequential: true, handler: addServiceWorker },
  };
}

async function addServiceWorker() {
  const { files, docs } = keptFiles();
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { FILES: JSON.stringify(files), DOCS: JSON.stringify(docs) },
    build: {
      outDir: dist,
      emptyOutDir: false,
      target: 'es2022',
      license: { fileName: 'licences/service-worker.md' },
      rolldownOptions: {
        input: join(root, 'web', 'offline', 'service-worker.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  });
}

/**
 * Returns the files of the page and those of the documentation, which is stored apart. Names of files in `assets/` contain a hash of
 * their content; the others get a digest.
 */
function keptFiles() {
  const all = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const urls = all.map((entry) =>
    join(entry.parentPath, entry.name)
      .slice(dist.length + 1)
      .replaceAll('\\', '/'),
  );
  const kept = urls
    .filter((url) => !/^(service-worker|licences|lab\.png|icon-)/.test(url) && !STATIC_PATHS.test(url))
    .sort()
    .map((url) => ({ url, revision: url.startsWith('assets/') ? null : digest(url) }));
  return {
    files: kept.filter(({ url }) => !url.startsWith('docs/')),
    docs: kept.filter(({ url }) => url.startsWith('docs/')),
  };
}

/** @param {string} url */
function digest(url) {
  return createHash('sha256')
    .update(readFileSync(join(dist, url)))
    .digest('hex')
    .slice(0, 16);
}
