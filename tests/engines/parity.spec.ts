/** Every browser engine runs every preset as the native engine does, to the last bit. */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dist, serveStatically, type StaticHost } from '../browser/static-host';
import { advice, courseOf, golden, type Course } from '../golden/course';
import { expect, test } from './visitor';

const folder = mkdtempSync(join(tmpdir(), 'bufferlab-parity-'));
let host: StaticHost;

test.beforeAll(async () => {
  holdTheEngine(folder);
  host = await serveStatically(folder);
});
test.afterAll(() => {
  host.close();
  rmSync(folder, { recursive: true });
});

for (const [id, { until_s, ...native }] of Object.entries(golden)) {
  test(`runs ${id} as the native engine does`, async ({ stay }, { project }) => {
    const page = await stay(host.lab);
    const journey = JSON.stringify({ id, until_s, slices: 8, max_events: 20_000 });
    const course = await page.ask<Course>(`import('./engine.js').then(async (engine) => {
      await engine.default({ module_or_path: 'engine.wasm' });
      return (${courseOf.toString()})({ engine, ...${journey} });
    })`);
    expect(course, advice(id, project.name)).toEqual(native);
  });
}

/** Makes a page of it that holds nothing but the engine that visitors get. */
function holdTheEngine(site: string): void {
  const wasm = readdirSync(join(dist, 'assets')).find((name) => /^bufferlab_wasm.*\.wasm$/.test(name));
  if (wasm === undefined) throw new Error('dist/ has no engine: run npm run build.');
  const generated = join(import.meta.dirname, '..', '..', 'web', 'generated');
  mkdirSync(site, { recursive: true });
  writeFileSync(join(site, 'index.html'), '<!doctype html><title>Parity</title>');
  copyFileSync(join(generated, 'bufferlab_wasm.js'), join(site, 'engine.js'));
  copyFileSync(join(dist, 'assets', wasm), join(site, 'engine.wasm'));
}
