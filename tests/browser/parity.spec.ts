/** Chromium runs every preset as the native engine does, to the last bit. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { JSHandle, Page } from '@playwright/test';
import { advice, courseOf, golden } from '../golden/course';
import type { Bindings } from '../golden/course';
import { dist } from './static-host';

const generated = join(import.meta.dirname, '..', '..', 'web', 'generated');

for (const [id, { until_s, ...native }] of Object.entries(golden)) {
  test(`runs ${id} as the native engine does`, async ({ page }) => {
    const engine = await openEngine(page);
    const course = await page.evaluate(courseOf, { engine, id, until_s, slices: 8, max_events: 20_000 });
    expect(course, advice(id, 'Chromium')).toEqual(native);
  });
}

/** A page that holds nothing but the engine that visitors get. */
async function openEngine(page: Page): Promise<JSHandle<Bindings>> {
  const wasm = readdirSync(join(dist, 'assets')).find((name) => /^bufferlab_wasm.*\.wasm$/.test(name));
  if (wasm === undefined) throw new Error('dist/ has no engine: run npm run build.');
  const files: Record<string, { contentType: string; body: string | Buffer }> = {
    '/parity/': { contentType: 'text/html', body: '<!doctype html><title>Parity</title>' },
    '/parity/engine.js': {
      contentType: 'text/javascript',
      body: readFileSync(join(generated, 'bufferlab_wasm.js')),
    },
    '/parity/engine.wasm': {
      contentType: 'application/wasm',
      body: readFileSync(join(dist, 'assets', wasm)),
    },
  };
  await page.route('**/parity/**', (route) => {
    const file = files[new URL(route.request().url()).pathname];
    return file === undefined ? route.abort() : route.fulfill(file);
  });
  await page.goto('/parity/');
  // As text, since the import must be the page's and not the test's.
  return page.evaluateHandle<Bindings>(`
    import('/parity/engine.js').then(async (engine) => {
      await engine.default({ module_or_path: '/parity/engine.wasm' });
      return engine;
    })
  `);
}
