/** A case of a study gives the same line in WebAssembly as from the native program, byte for byte. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { startStudies } from './both-engines';
import * as studies from '../web/generated/bufferlab_studies.js';
import * as engine from '../web/generated/bufferlab_wasm.js';
import type { CaseId, Preset, StudyDocument } from '../web/types/engine';

const program = process.env.BUFFERLAB_PROGRAM;

beforeAll(() => {
  const wasm = readFileSync(new URL('../web/generated/bufferlab_wasm_bg.wasm', import.meta.url));
  engine.initSync({ module: wasm });
  startStudies();
});

/** Ten buffers with three seeds of `anomaly`, short. */
function study(): StudyDocument {
  const presets = JSON.parse(engine.presets_json()) as Preset[];
  return {
    scenario: presets.find(({ id }) => id === 'anomaly')!.scenario,
    set: [
      { path: 'duration_s', value: 0.4 },
      { path: 'warmup_s', value: 0.1 },
    ],
    over: ['bottlenecks.r0.queue.limit_bytes=2kB:20kB:10'],
    replications: 3,
  };
}

function line(text: string, index: number): string {
  const run = new studies.CaseRun(text, index);
  while (!run.advance(5_000));
  const json = run.line_json();
  run.free();
  return json;
}

it('names the cases that it runs', () => {
  const text = JSON.stringify(study());
  const plan = JSON.parse(studies.plan_json(text, 100)) as { ok: true; cases: CaseId[] };
  expect(plan.cases).toHaveLength(30);
  expect(JSON.parse(line(text, 29))).toMatchObject(plan.cases[29]!);
});

it('says what it does not accept, with its path', () => {
  const plan = studies.plan_json(JSON.stringify({ ...study(), over: ['groups.tcp.count=1,-1'] }), 100);
  expect(plan).toContain('"path":"groups.tcp.count"');
});

it.skipIf(program === undefined)('prints the lines of the native program', () => {
  const text = JSON.stringify(study());
  const native = execFileSync(program!, ['sweep', '-', '--json'], { input: text, encoding: 'utf8' });
  const cases = Array.from({ length: 30 }, (_, index) => `${line(text, index)}\n`);
  expect(cases.join('')).toBe(native);
});
