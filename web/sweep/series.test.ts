import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { engineFromModule, type Engine } from '../engine/wasm';
import * as bindings from '../generated/bufferlab_wasm.js';
import { intervalsFor, MAX_ROWS, SeriesRows, shortest, type SeriesRequest } from './series';

let engine: Engine;

beforeAll(() => {
  const wasm = readFileSync(new URL('../generated/bufferlab_wasm_bg.wasm', import.meta.url));
  bindings.initSync({ module: wasm });
  engine = engineFromModule(bindings);
});

const scenario = (edits: unknown[] = []): unknown => ({
  bottlenecks: [{ id: 'r0', rate_bps: 1e7, delay_s: 0.01, queue: { kind: 'drop_tail', limit_packets: 20 } }],
  groups: [group('tcp', { kind: 'tcp', recovery: 'reno' })],
  duration_s: 2,
  edits,
});
const group = (id: string, traffic: unknown): unknown => ({
  id,
  access: { rate_bps: 1e9, delay_s: 0.0001 },
  traffic,
});
const request: SeriesRequest = { interval_ms: 10, until_s: 2, watch: [0], series: null };

function rowsOf(document: unknown, wanted: SeriesRequest, events = 50_000) {
  const run = engine.open(document);
  const rows = new SeriesRows(run, wanted);
  while (!rows.advance(events)) expect(rows.done()).toBeLessThan(1);
  const [head = '', ...body] = rows.text().join('').trimEnd().split('\n');
  run.free();
  return { names: head.split(','), rows: body.map((line) => line.split(',')) };
}

describe('the rows of a whole run', () => {
  it('are one per interval up to the end, with one value per column', () => {
    const { names, rows } = rowsOf(scenario(), request);
    expect(rows).toHaveLength(200);
    expect(rows.at(-1)?.[0]).toBe('2');
    expect(rows.every((row) => row.length === names.length)).toBe(true);
    expect(names).toContain('link.r0.queue_packets mean [packets]');
    expect(names).toContain('flow.0.cwnd_packets max [packets]');
  });

  it('end with the requested time, in a shorter row', () => {
    const { rows } = rowsOf(scenario(), { ...request, until_s: 1.0153 });
    expect(rows).toHaveLength(102);
    expect(rows.slice(-2).map(([time]) => time)).toEqual(['1.01', '1.0153']);
  });

  it.each([1, 7, 300, 1300, 5000])('add up to the counters of the run, in rows of %i ms', (interval_ms) => {
    const { names, rows } = rowsOf(scenario(), { ...request, interval_ms });
    const sum = (name: string): number =>
      rows.reduce((total, row) => total + Number(row[names.indexOf(name)]), 0);
    const run = engine.open(scenario());
    run.advance(2, 10_000_000);
    const { bottlenecks, packets_forwarded } = run.summary();
    run.free();
    expect(sum('link.r0.drops_tail [packets]')).toBe(bottlenecks[0]?.drops.tail);
    expect(sum('link.r0.drops_tail [packets]')).toBeGreaterThan(20);
    // At the end up to 20 packets wait and one is on the line.
    const arrived = sum('link.r0.arrivals_tcp [packets]') - sum('link.r0.drops_tcp [packets]');
    expect(Math.abs(arrived - packets_forwarded)).toBeLessThanOrEqual(21);
  });

  it('do not depend on the size of slices', () => {
    expect(rowsOf(scenario(), request, 7)).toEqual(rowsOf(scenario(), request));
  });

  it('can contain selected series only', () => {
    const series = ['link.r0.queue_packets', 'flow.0.cwnd_packets', 'no.such'];
    const all = rowsOf(scenario(), request);
    const some = rowsOf(scenario(), { ...request, series });
    expect(some.names.filter((name) => name.startsWith('link'))).toHaveLength(3);
    const place = all.names.indexOf(some.names[1] ?? '');
    expect(some.rows.map((row) => row[1])).toEqual(all.rows.map((row) => row[place]));
  });

  it('have empty cells before an edit adds a group', () => {
    const late = group('late', { kind: 'poisson', rate_bps: 1e6 });
    const { names, rows } = rowsOf(
      scenario([{ at_s: 1, set: [{ path: 'groups.late', value: late }] }]),
      request,
    );
    const place = names.indexOf('group.late.throughput_bps [b/s]');
    expect(place).toBeGreaterThan(0);
    expect(rows.every((row) => row.length === names.length)).toBe(true);
    expect(rows[50]?.[place]).toBe('');
    expect(Number(rows[150]?.[place])).toBeGreaterThan(0);
  });

  it('do not exist before the end of the first interval', () => {
    const { names, rows } = rowsOf(scenario(), { ...request, until_s: 0 });
    expect(rows).toEqual([]);
    expect(names.length).toBeGreaterThan(5);
  });
});

it('intervals are offered only if the file has at most 500,000 rows', () => {
  expect(intervalsFor(120)[0]).toBe(1);
  expect(intervalsFor(1000)[0]).toBe(2);
  for (const until_s of [1, 1e3, 1e5, 1e7]) {
    expect((until_s * 1000) / (intervalsFor(until_s)[0] ?? 0)).toBeLessThanOrEqual(MAX_ROWS);
  }
  expect(intervalsFor(1e12)).toEqual([100_000]);
});

it('numbers are the shortest text that gives the same float32, or the same number', () => {
  expect(shortest(0.1)).toBe('0.1');
  expect(shortest(16_777_217)).toBe('16777217');
  expect(shortest(1 / 3)).toBe('0.3333333333333333');
  expect(shortest(Math.fround(0.1))).toBe('0.1');
  expect(shortest(NaN)).toBe('');
  expect(shortest(16_777_216)).toBe('16777216');
  for (let i = 1; i < 2000; i++) {
    const value = Math.fround(Math.sqrt(i) * 10 ** ((i % 13) - 6));
    expect(Math.fround(Number(shortest(value)))).toBe(value);
  }
});
