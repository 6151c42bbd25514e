/** The engine compiled to WebAssembly gives the native engine's bytes, in Node; in Chromium see `browser/`. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import * as engine from '../web/generated/bufferlab_wasm.js';
import { advice, courseOf, golden } from './golden/course';

beforeAll(() => {
  const wasm = readFileSync(new URL('../web/generated/bufferlab_wasm_bg.wasm', import.meta.url));
  engine.initSync({ module: wasm });
});

describe('WebAssembly in Node', () => {
  it('has a golden run of every preset', () => {
    const presets = JSON.parse(engine.presets_json()) as { id: string }[];
    expect(presets.map(({ id }) => id).sort()).toEqual(Object.keys(golden).sort());
  });

  for (const [id, { until_s, ...native }] of Object.entries(golden)) {
    it(`runs ${id} as the native engine does`, () => {
      const course = courseOf({ engine, id, until_s, slices: 8, max_events: 20_000 });
      expect(course, advice(id, 'Node')).toEqual(native);
    });

    it(`runs ${id} so in ten thousand slices too`, () => {
      const course = courseOf({ engine, id, until_s, slices: 10_000, max_events: 4_000_000 });
      expect(course, advice(id, 'Node, in ten thousand slices,')).toEqual(native);
    });
  }
});
