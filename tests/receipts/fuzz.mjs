/**
 * Fuzzes the reader of receipts for a time, by hand:
 *
 *     node tests/receipts/fuzz.mjs [minutes] [seed]
 */
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const [minutes = '10', seed = String(Date.now() % 2 ** 32)] = process.argv.slice(2);
const server = await createServer({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  configFile: false,
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, watch: null },
});
/** @type {{ fuzz: (minutes: number, seed: number) => boolean }} */
const { fuzz } = await server.ssrLoadModule('/tests/receipts/fuzz.ts');
process.exitCode = fuzz(Number(minutes), Number(seed)) ? 0 : 1;
await server.close();
