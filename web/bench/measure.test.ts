import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import * as engine from '../generated/bufferlab_wasm.js';
import { casesNamed, fileNamed, wordsIn } from './cases';
import { measure, WALL_S } from './measure';

describe('the cases', () => {
  const names = casesNamed([]).map(({ name }) => name);

  it('are those of which instructions are counted', () => {
    const entries = JSON.parse(readFileSync('engine/bench/cases/cases.json', 'utf8')) as object;
    expect(names).toEqual(Object.keys(entries));
    expect(casesNamed([]).filter(({ digest }) => digest === null)).toEqual([]);
  });

  it('are chosen by words in the query of the address', () => {
    expect(wordsIn('?bench')).toEqual([]);
    expect(wordsIn('?bench=bbr,codel&embed')).toEqual(['bbr', 'codel']);
    expect(casesNamed(['bbr1', 'one-']).map(({ name }) => name)).toEqual(['10g-bbr1-rack', 'one-flow']);
    expect(casesNamed(['token ring'])).toEqual([]);
  });

  it('name a scenario file only where it is there', () => {
    expect(fileNamed('ten-gigabit')).toHaveProperty('bottlenecks');
    expect(fileNamed('anomaly')).toBeNull();
  });
});

describe('a measurement', () => {
  let memory: WebAssembly.Memory;
  beforeAll(() => {
    const module = readFileSync('web/generated/bufferlab_wasm_bg.wasm');
    memory = engine.initSync({ module }).memory;
  });

  /** Measures a case by a clock that advances by `turn_ms` per reading. */
  function measured(name: string, turn_ms: number) {
    const [item] = casesNamed([name]);
    const shares: number[] = [];
    let now_ms = 0;
    const clock_ms = () => (now_ms += turn_ms);
    const result = measure(engine, item!, { memory, clock_ms, onProgress: (done) => shares.push(done) });
    return { result, shares };
  }

  it('simulates what the native program does, from a preset and from a file', () => {
    expect(measured('one-flow', 100).result.same).toBe(true);
    expect(measured('25g-dctcp-incast', 100).result.same).toBe(true);
  });

  it('counts what is simulated in the measured time', () => {
    const { result, shares } = measured('one-flow', 10);
    // The link of the preset carries 1,250 packets per second, and a slice is 20,000 events.
    expect(result.packets_per_s).toBeGreaterThan(100_000);
    expect(result.packets_per_s / result.simulated_per_s).toBeCloseTo(1250, -2);
    expect(result.memory_bytes).toBe(memory.buffer.byteLength);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(Math.max(...shares)).toBeLessThanOrEqual(1);
  });

  it('ends after its wall time however slow the engine is', () => {
    const { result } = measured('one-flow', 1000 * WALL_S);
    expect(result.simulated_per_s).toBeLessThan(16 / WALL_S);
    expect(result.same).toBe(true);
  });

  it('says which scenario is refused', () => {
    const item = {
      ...casesNamed(['one-flow'])[0]!,
      patches: [{ path: 'bottlenecks.0.rate_bps', value: -1 }],
    };
    const around = { memory, clock_ms: () => 0, onProgress: () => undefined };
    expect(() => measure(engine, item, around)).toThrow(/one-flow.*rate_bps/);
  });
});
