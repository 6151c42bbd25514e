/** Texts about the fields that an imported text sets, with the engine's catalog. */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import type { Catalog } from '../engine/catalog';
import { engineFromModule } from '../engine/wasm';
import * as bindings from '../generated/bufferlab_wasm.js';
import { fieldText, fieldsOf } from './importText';

let catalog: Catalog;

beforeAll(() => {
  const wasm = readFileSync(new URL('../generated/bufferlab_wasm_bg.wasm', import.meta.url));
  bindings.initSync({ module: wasm });
  catalog = engineFromModule(bindings).catalog();
});

const link = {
  id: 'r0',
  rate_bps: 1e7,
  queue: { kind: 'fq_codel', limit_packets: 600, ecn: true },
  line: { kind: 'independent', jitter_s: { uniform: [0, 0.002] } },
};
const scenario = { bottlenecks: [link] };
const text = (path: string): string => fieldText(`bottlenecks.r0.${path}`, scenario, catalog);

it('a field has its label and its value with a unit', () => {
  expect(text('rate_bps')).toBe('Rate: 10\u00a0Mb/s');
  expect(text('queue.limit_packets')).toMatch(/: 600\u00a0packets$/);
});

it('a kind has its own label, and a distribution its ends', () => {
  expect(text('queue.kind')).toBe('FQ-CoDel');
  expect(text('line.jitter_s')).toMatch(/: 0\u00a0s–2\u00a0ms$/);
});

it('words with several fields are listed once, with each note once', () => {
  const set = (words: string, path: string, note: string | null = null) => ({
    words,
    path: `bottlenecks.r0.${path}`,
    note,
  });
  const line = {
    number: 1,
    text: 'tc qdisc add dev eth0 root fq_codel limit 600',
    understood: [
      set('fq_codel', 'queue.kind'),
      set('limit 600', 'queue.limit_packets'),
      set('fq_codel', 'queue.ecn', 'true, the default of Linux'),
    ],
    left_out: [],
  };
  expect(fieldsOf(line, scenario, catalog)).toEqual([
    {
      words: 'fq_codel',
      fields: ['FQ-CoDel', 'Mark instead of drop: on'],
      notes: ['true, the default of Linux'],
    },
    { words: 'limit 600', fields: [text('queue.limit_packets')], notes: [] },
  ]);
});
