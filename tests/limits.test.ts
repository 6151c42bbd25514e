/** Limits that page and engine state apart, each where it has to know them, are the same. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as engine from '../web/generated/bufferlab_wasm.js';
import { MAX_FILE_BYTES } from '../web/url/file';
import { MAX_DEPTH } from '../web/url/json';
import { SCENARIO_VERSION } from '../web/url/migrations';

it('the page reads the files that the engine accepts', () => {
  const wasm = readFileSync(new URL('../web/generated/bufferlab_wasm_bg.wasm', import.meta.url));
  engine.initSync({ module: wasm });
  const { limits, sections } = JSON.parse(engine.catalog_json()) as {
    limits: Record<string, number>;
    sections: { scenario: { params: { name: string; default?: unknown }[] } };
  };
  expect([MAX_FILE_BYTES, MAX_DEPTH]).toEqual([limits.scenario_bytes, limits.depth]);
  expect(sections.scenario.params.find(({ name }) => name === 'version')?.default).toBe(SCENARIO_VERSION);
});
