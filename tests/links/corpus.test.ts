/** Every link of the corpus opens as it did, or is refused for the reason it was. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { engineFromModule, type Engine } from '../../web/engine/wasm';
import { startStudies } from '../both-engines';
import * as studies from '../../web/generated/bufferlab_studies.js';
import * as bindings from '../../web/generated/bufferlab_wasm.js';
import { MAX_RUNS } from '../../web/sweep/protocol';
import { decodeLink, encodeLink } from '../../web/url/codec';
import type { Moment } from '../../web/url/moment';
import { viewOf } from '../../web/url/views';

interface Corpus {
  opens: {
    name: string;
    link: string;
    scenario: Record<string, unknown>;
    moment: Moment;
    kept?: Record<string, unknown>;
  }[];
  studies: { name: string; link: string; study: Record<string, unknown>; look: string }[];
  mangled: { name: string; link: string; like: string }[];
  faults: { name: string; link: string; reason: string }[];
}

const corpus = JSON.parse(readFileSync(new URL('./corpus.json', import.meta.url), 'utf8')) as Corpus;
let engine: Engine;

beforeAll(() => {
  const wasm = readFileSync(new URL('../../web/generated/bufferlab_wasm_bg.wasm', import.meta.url));
  bindings.initSync({ module: wasm });
  startStudies();
  engine = engineFromModule(bindings);
});

describe('released links', () => {
  for (const { name, link, scenario, moment, kept } of corpus.opens) {
    it(`open: ${name}`, () => {
      expect(viewOf(new URL(link).hash.slice(1))).toBe('lab');
      const { baseline, ...opened } = decodeLink(link) as Record<string, unknown>;
      expect(opened).toEqual({ ok: true, scenario, moment });
      if (kept) expect(baseline).toMatchObject(kept);
      else expect(baseline).toBeUndefined();
      expect(engine.check(scenario)).toMatchObject({ ok: true });
    });
  }

  for (const { name, link, study, look } of corpus.studies) {
    it(`open in Curves: ${name}`, () => {
      expect(viewOf(new URL(link).hash.slice(1))).toBe('studies');
      expect(decodeLink(link)).toEqual({ ok: true, study, look });
      expect(JSON.parse(studies.plan_json(JSON.stringify(study), MAX_RUNS))).toMatchObject({ ok: true });
    });
  }

  for (const { name, link, like } of corpus.mangled) {
    it(`open mangled: ${name}`, () => {
      const { scenario } = corpus.opens.find((entry) => entry.name === like)!;
      expect(decodeLink(link)).toMatchObject({ ok: true, scenario });
    });
  }

  for (const { name, link, reason } of corpus.faults) {
    it(`are refused as ${reason}: ${name}`, () => {
      expect(decodeLink(link)).toMatchObject({ ok: false, reason });
    });
  }
});

it('the minimal form of every preset fits a link and completes to the same scenario', () => {
  for (const { id, scenario } of engine.presets()) {
    const minimal = engine.minimal(scenario);
    expect(engine.check(minimal), id).toEqual(engine.check(scenario));
    const encoded = encodeLink(minimal);
    expect(encoded.ok && encoded.fragment.length, id).toBeLessThan(1000);
  }
});
