/**
 * Any link opens or is refused with a clear problem: nothing else is thrown, and it takes neither long nor much
 * memory. More of them: `FUZZ_CASES=100000 npx vitest run tests/links`; others: `FUZZ_SEED=2`.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { engineFromModule, type Engine } from '../../web/engine/wasm';
import * as bindings from '../../web/generated/bufferlab_wasm.js';
import { decodeLink, type Decoded } from '../../web/url/codec';
import { MAX_INFLATED_BYTES } from '../../web/url/inflate';
import { cases } from '../extent';
import { takesAtMost } from '../patience';
import { mutatedLink } from './mutated';
import { random } from './random-scenario';

const CASES = Number(process.env.FUZZ_CASES ?? cases(400, 1000));
const SEED = Number(process.env.FUZZ_SEED ?? 1);

/** Longest time for one link on an idle machine, ms: a hundred times the usual. */
const PATIENCE_MS = 500;

/** Longest problem in words, characters. */
const MOST_WORDS = 400;

const corpus = JSON.parse(readFileSync(new URL('./corpus.json', import.meta.url), 'utf8')) as Record<
  'opens' | 'studies' | 'mangled' | 'faults',
  { link: string }[]
>;
const links = [...corpus.opens, ...corpus.studies, ...corpus.mangled, ...corpus.faults].map(
  ({ link }) => link,
);
let engine: Engine;

beforeAll(() => {
  const wasm = readFileSync(new URL('../../web/generated/bufferlab_wasm_bg.wasm', import.meta.url));
  bindings.initSync({ module: wasm });
  engine = engineFromModule(bindings);
});

/** Opens a link or says what is wrong with it, and expects that this takes little time. */
function decoded(link: string, about: string): Decoded {
  let result: Decoded | undefined;
  const soon = takesAtMost(PATIENCE_MS, () => (result = decodeLink(link)));
  expect(soon, `is slow: ${about}`).toBe(true);
  return result!;
}

/** Memory that this thread uses, bytes. The resident set would count the tests of other threads too. */
function usedBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Said where a link is refused: short, in words, nothing of the link that commands or turns what is around it. */
function isClear(message: string): boolean {
  return message.length > 10 && message.length <= MOST_WORDS && !/[\p{Cc}\p{Cf}]/u.test(message);
}

/** What a loop has found, each a link that once took 8 s or said something unclear. */
const FINDINGS: Record<string, string> = {
  'brackets that the link only seems to end with': `#1.d${')'.repeat(63_000)}x`,
  'a control character in what is no JSON': '#1.diy1LLSrOtMrPU2KwMqwFAA.ac3a40f5',
};

for (const [name, link] of Object.entries(FINDINGS)) {
  it(`refuses at once and clearly: ${name}`, () => {
    const result = decoded(link, name);
    expect(result.ok).toBe(false);
    expect(!result.ok && isClear(result.message)).toBe(true);
  });
}

it(
  'opens any link or says what is wrong with it, at once',
  () => {
    const next = random(SEED);
    const counts = { opened: 0, accepted: 0, refused: 0 };
    const before_bytes = usedBytes();
    for (let i = 0; i < CASES; i++) {
      const link = mutatedLink(next, links);
      const about = `number ${i} of seed ${SEED}: ${link.slice(0, 300)}`;
      const result = decoded(link, about);
      if (result.ok) {
        counts.opened += 1;
        const { scenario } = 'study' in result ? result.study : result;
        expect(JSON.stringify(result).length, about).toBeLessThanOrEqual(6 * MAX_INFLATED_BYTES + 100);
        const checked = engine.check(scenario ?? null);
        if (checked.ok) counts.accepted += 1;
        else expect(checked.problems.length, about).toBeGreaterThan(0);
      } else {
        counts.refused += 1;
        expect(isClear(result.message), `${JSON.stringify(result.message)} for ${about}`).toBe(true);
      }
    }
    // Else the loop would try only one thing.
    expect(Math.min(counts.opened, counts.accepted, counts.refused)).toBeGreaterThan(CASES / 50);
    expect(usedBytes() - before_bytes).toBeLessThan(400e6);
  },
  300_000 + 200 * CASES,
);
