import { describe, expect, it } from 'vitest';
import type { Catalog } from '../engine/catalog';
import { chosenKinds, kindsText } from './kinds';
import { bottleneck, edge } from './testing/dumbbell';

const section = (id: string, label: string, params: { name: string; default?: unknown }[] = []) => [
  id,
  { id, label, help: '', source: null, class: null, params },
];
const sections: unknown = Object.fromEntries([
  section('bottleneck', 'Bottleneck', [
    { name: 'queue' },
    { name: 'router', default: { kind: 'output_queued' } },
  ]),
  section('edge', 'Edge', [
    { name: 'queue', default: { kind: 'drop_tail' } },
    { name: 'pacer', default: 'none' },
  ]),
  section('queue.drop_tail', 'Drop-tail'),
  section('queue.red', 'RED'),
  section('queue.optical_fifo', 'Delay lines'),
  section('router.cioq', 'Switch'),
  section('pacer.qlbp', 'QLBP'),
]);
const catalog = { sections } as Catalog;

describe('the kinds that the picture names', () => {
  it('do not include the defaults', () => {
    expect(chosenKinds(catalog, bottleneck('r0'))).toEqual([]);
    expect(chosenKinds(catalog, edge('a1'))).toEqual([]);
    expect(chosenKinds(null, bottleneck('r0'))).toEqual([]);
  });

  it('are in the order of the packets', () => {
    const queue = { kind: 'red', limit_packets: 100, limit_bytes: null };
    const switched = bottleneck('r0', { queue, router: { kind: 'cioq' } });
    expect(kindsText(chosenKinds(catalog, switched))).toBe('Switch, RED');
    expect(kindsText(chosenKinds(catalog, edge('a1', { queue, pacer: { kind: 'qlbp' } })))).toBe('RED, QLBP');
  });

  it('have marks for routers, pacers and optical buffers', () => {
    const marks = ['red', 'optical_fifo'].map((kind) => {
      const queue = { kind, limit_packets: 100, limit_bytes: null };
      return chosenKinds(catalog, bottleneck('r0', { queue }))[0]?.mark ?? null;
    });
    expect(marks[0]).toBeNull();
    expect(marks[1]).toMatch(/^M/);
    expect(chosenKinds(catalog, edge('a1', { pacer: { kind: 'qlbp' } }))[0]?.mark).toMatch(/^M/);
  });
});
