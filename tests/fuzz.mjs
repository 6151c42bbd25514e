/**
 * Fuzzes a reader of texts for a time, by hand. The targets are `lessons` and `receipts`:
 *
 *     node tests/fuzz.mjs TARGET [minutes] [seed]
 */
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const [name, minutes = '10', seed = String(Date.now() % 2 ** 32)] = process.argv.slice(2);
if (name !== 'lessons' && name !== 'receipts') {
  process.stderr.write('usage: node tests/fuzz.mjs lessons|receipts [minutes] [seed]\n');
  process.exit(2);
}
const server = await createServer({
  root: fileURLToPath(new URL('..', import.meta.url)),
  configFile: false,
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, watch: null },
});
/** @type {{ fuzz: (target: unknown, minutes: number, seed: number) => boolean }} */
const { fuzz } = await server.ssrLoadModule('/tests/fuzz.ts');
/** @type {{ target: unknown }} */
const { target } = await server.ssrLoadModule(`/tests/${name}/fuzz.ts`);
process.exitCode = fuzz(target, Number(minutes), Number(seed)) ? 0 : 1;
await server.close();
