/**
 * `npm run picture`: takes the screenshot of the lab for the README, `public/lab.png`.
 *
 * It shows a fixed time of a deterministic run, so that the picture changes only with the lab.
 */
import { join } from 'node:path';
import { buildEngine } from './engine.mjs';
import { openPreview, openScenario } from './preview.mjs';
import { ensureChromium, ensurePackages, ensureToolchain } from './setup.mjs';
import { root, runPackage, announce, stop } from './shell.mjs';

/** Four flows share a link; then a tenth of its rate comes as UDP. */
const SCENARIO = {
  title: 'Four flows, and UDP joins them',
  seed: 3,
  duration_s: 120,
  warmup_s: 20,
  bottlenecks: [{ id: 'r0', rate_bps: 10e6, delay_s: 0.02, queue: { kind: 'drop_tail', limit_packets: 40 } }],
  groups: [
    {
      id: 'tcp',
      count: 4,
      access: { rate_bps: 100e6, delay_s: { uniform: [0.005, 0.025] } },
      start_s: { uniform: [0, 5] },
      traffic: { kind: 'tcp', recovery: 'sack' },
    },
    {
      id: 'udp',
      access: { rate_bps: 100e6, delay_s: 0.005 },
      start_s: 50,
      traffic: { kind: 'poisson', rate_bps: 1e6, packet_bytes: 500 },
    },
  ],
};
const MOMENT_S = 59.4;

ensurePackages();
ensureToolchain();
await ensureChromium();
await buildEngine();
if (!runPackage('vite/bin/vite.js', ['build'])) stop('The page did not build, see above.');

const path = join(root, 'public', 'lab.png');
const { newPage, address, close } = await openPreview();
try {
  const page = await newPage();
  await page.goto(address);
  await openScenario(page, SCENARIO);
  await page.getByRole('group', { name: /^Bottleneck r0/ }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Go to another time' }).click();
  await page.getByRole('textbox', { name: 'Go to time' }).fill(`${MOMENT_S}`);
  await page.keyboard.press('Enter');
  await page.waitForFunction(`document.querySelector('[data-seconds="${MOMENT_S}"]')`);
  // Wait until there is no focus ring and no message about the opened file, and the axes are stable.
  await page.evaluate('document.activeElement.blur()');
  await page.waitForTimeout(6000);
  await page.screenshot({ path });
} finally {
  await close();
}
announce('The picture is in public/lab.png.');
