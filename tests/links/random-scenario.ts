/**
 * Random scenarios for tests that claim something about all of them, from a seed.
 *
 * They have the scenario's shape and the awkward values of JSON (empty and long texts, all of Unicode,
 * extreme numbers, absent fields); whether the engine would accept them does not matter here.
 */

/** A small generator (mulberry32): the same seed gives the same numbers everywhere. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function randomScenario(next: () => number): Record<string, unknown> {
  return {
    version: 1,
    title: randomText(next),
    ...(next() < 0.5 ? { note: randomText(next) } : {}),
    seed: Math.floor(next() * 2 ** 32),
    duration_s: randomNumber(next),
    bottlenecks: list(next, 4, (i) => ({
      id: `r${i}`,
      rate_bps: randomNumber(next),
      queue: { kind: 'drop_tail', limit_packets: next() < 0.5 ? null : Math.floor(next() * 1e7) },
    })),
    groups: list(next, 30, (i) => ({
      id: `g${i}`,
      label: randomText(next),
      access: { rate_bps: randomNumber(next), delay_s: randomDistribution(next) },
      traffic: { kind: next() < 0.5 ? 'tcp' : 'poisson', rate_bps: randomNumber(next) },
    })),
    edits: list(next, 20, () => ({
      at_s: next() * 1e3,
      set: [{ path: 'bottlenecks.r0.queue.limit_packets', value: Math.floor(next() * 1000) }],
    })),
  };
}

export function randomText(next: () => number): string {
  const length = Math.floor(next() ** 3 * 60);
  let text = '';
  for (let i = 0; i < length; i++) {
    const point = Math.floor(next() < 0.7 ? 32 + next() * 95 : next() * 0x10ffff);
    if (point < 0xd800 || point > 0xdfff) text += String.fromCodePoint(point);
  }
  return text;
}

function randomNumber(next: () => number): number {
  const special = [0, 1, -5, 1e-12, 1e21, Number.MAX_SAFE_INTEGER, 0.1 + 0.2, 5e-324];
  return next() < 0.3 ? special[Math.floor(next() * special.length)]! : 10 ** (next() * 24 - 12);
}

function randomDistribution(next: () => number): unknown {
  const kind = Math.floor(next() * 3);
  if (kind === 0) return randomNumber(next);
  if (kind === 1) return { uniform: [randomNumber(next), randomNumber(next)] };
  return { list: list(next, 8, () => randomNumber(next)) };
}

function list<T>(next: () => number, most: number, make: (i: number) => T): T[] {
  return Array.from({ length: Math.floor(next() * (most + 1)) }, (_, i) => make(i));
}
