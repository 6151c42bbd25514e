import { expect, it } from 'vitest';
import { kindOf, type Param, type Section } from '../engine/catalog';
import { switched } from './kinds';

const number = (name: string, unit: Param['unit'], initial?: number): Param => ({
  name,
  label: name,
  help: '',
  source: null,
  unit,
  kind: { type: 'number', min: 1, max: 1e12, log: true, nullable: false },
  live: true,
  advanced: false,
  ...(initial !== undefined && { default: initial }),
});
const section = (id: string, params: Param[]): Section => ({
  id,
  label: id,
  help: '',
  source: null,
  class: null,
  params,
});

const dropTail = section('queue.drop_tail', [
  number('limit_packets', 'packets', 10),
  number('target', 's', 1),
]);
const red = section('queue.red', [number('limit_packets', 'packets', 10), number('target', 'packets', 5)]);
const poisson = section('traffic.poisson', [number('rate_bps', 'b/s'), number('packet_bytes', 'B', 1000)]);

it('takes the kind from the id', () => {
  expect(kindOf(dropTail)).toBe('drop_tail');
});

it('keeps what means the same in the new kind, and only that', () => {
  const value = { kind: 'drop_tail', limit_packets: 64, target: 0.1 };
  expect(switched(value, dropTail, red, null)).toEqual({ kind: 'red', limit_packets: 64 });
});

it('gives numbers without a default a value to begin with', () => {
  expect(switched({ kind: 'tcp' }, null, poisson, null)).toEqual({ kind: 'poisson', rate_bps: 5e6 });
});
