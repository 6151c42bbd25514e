/**
 * Random documents run in WebAssembly as in the native program: fingerprint and every figure. More of them:
 * `FUZZ_CASES=1000`; others: `FUZZ_SEED=500`, the first seed.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import * as engine from '../web/generated/bufferlab_wasm.js';
import type { Catalog } from '../web/types/engine';
import { cases } from './extent';
import { DURATION_S, randomDocument } from './random-document';

const program = process.env.BUFFERLAB_PROGRAM;
const CASES = Number(process.env.FUZZ_CASES ?? cases(20, 40));
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const seeds = Array.from({ length: CASES }, (_, i) => SEED + i);

/** Changed by hand in the middle of each run; the document that is left behind replays it. */
const CHANGE = [{ path: 'bottlenecks.r0.queue.limit_packets', value: 7 }];

let catalog: Catalog;

beforeAll(() => {
  const wasm = readFileSync(new URL('../web/generated/bufferlab_wasm_bg.wasm', import.meta.url));
  engine.initSync({ module: wasm });
  catalog = JSON.parse(engine.catalog_json()) as Catalog;
});

function accepted(seed: number): string | null {
  const text = JSON.stringify(randomDocument(catalog, seed));
  return (JSON.parse(engine.check_json(text)) as { ok: boolean }).ok ? text : null;
}

/** Runs a document in slices, with a change in the middle: the document that stays, and the figures. */
function played(text: string): { document: string; summary: Record<string, unknown> } {
  const lab = new engine.Lab(text);
  while (!lab.advance(DURATION_S / 2, 700));
  lab.edit(JSON.stringify(CHANGE));
  while (!lab.advance(DURATION_S, 3000));
  const summary = figures(JSON.parse(lab.summary_json()) as Record<string, unknown>);
  const document = lab.scenario_json();
  lab.free();
  return { document, summary };
}

/** All but how long it took, and warnings, of which the program also tells those from before a change. */
function figures({ wall_s: _, warnings: __, ...figures }: Record<string, unknown>): Record<string, unknown> {
  return figures;
}

function native(document: string): Record<string, unknown> {
  const printed = execFileSync(program!, ['run', '-', '--json'], { input: document, encoding: 'utf8' });
  return figures(JSON.parse(printed) as Record<string, unknown>);
}

describe('random documents', () => {
  it('are mostly accepted, and of every kind', () => {
    const some = Array.from({ length: 200 }, (_, seed) => accepted(seed)).filter((text) => text !== null);
    expect(some.length).toBeGreaterThan(120);
    const kinds = Object.entries(catalog.registries)
      .filter(([registry]) => registry !== 'model')
      .flatMap(([, ids]) => ids)
      .map((id) => id.slice(id.lastIndexOf('.') + 1));
    const drawn = kinds.filter((kind) => some.some((text) => text.includes(`"kind":"${kind}"`)));
    // Edges, where pacers stand, are not drawn; models are no part of documents.
    expect(drawn.length).toBeGreaterThan(kinds.length * 0.8);
  });

  it.skipIf(program === undefined)(
    `run as the native program runs them, from seed ${SEED} on`,
    () => {
      let compared = 0;
      for (const seed of seeds) {
        const text = accepted(seed);
        if (text === null) continue;
        const { document, summary } = played(text);
        expect(native(document), `seed ${seed}: ${document}`).toEqual(summary);
        expect(summary).toMatchObject({ digest: expect.stringMatching(/^[0-9a-f]{16}$/) as string });
        compared += 1;
      }
      expect(compared).toBeGreaterThan(CASES / 2);
    },
    30_000 + 1_000 * CASES,
  );
});
