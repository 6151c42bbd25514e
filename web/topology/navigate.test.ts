import { describe, expect, it } from 'vitest';
import { place } from './layout';
import { ROOMY } from './metrics';
import { nearest, neighbor } from './navigate';
import { stopsOf } from './stops';
import { edge, group, row, udp } from './testing/dumbbell';

const scenario = row(
  [
    group('tcp', { edge: 'a1' }),
    udp('udp'),
    group('cross', { via: ['r1'] }),
    group('back', { direction: 'reverse' }),
  ],
  [edge('a1')],
);
const stops = stopsOf(scenario, place(scenario, { w: 1200, h: 340 }, ROOMY));

describe('an arrow key', () => {
  it('moves along the path of the packets', () => {
    let at = 'group:tcp';
    const walk = ['edge:a1', 'bottleneck:r0', 'bottleneck:r1', 'bottleneck:r2', 'group:back'].map(() => {
      at = neighbor(stops, at, 'right') ?? at;
      return at;
    });
    expect(walk).toEqual(['edge:a1', 'bottleneck:r0', 'bottleneck:r1', 'bottleneck:r2', 'group:back']);
  });

  it('moves up and down within a column', () => {
    expect(neighbor(stops, 'group:tcp', 'down')).toBe('group:udp');
    expect(neighbor(stops, 'group:udp', 'up')).toBe('group:tcp');
  });

  it('returns null at the border', () => {
    expect(neighbor(stops, 'group:tcp', 'left')).toBeNull();
  });

  it('reaches every element from every other', () => {
    const reached = new Set(['group:tcp']);
    for (const key of reached) {
      for (const direction of ['left', 'right', 'up', 'down'] as const) {
        const next = neighbor(stops, key, direction);
        if (next !== null) reached.add(next);
      }
    }
    expect([...reached].sort()).toEqual(stops.map(({ key }) => key).sort());
  });
});

it('focuses the nearest element of the same kind when one is removed', () => {
  expect(nearest(stops, 'group:udp')).toBe('group:tcp');
  expect(nearest(stops, 'edge:a1')).toBe('group:tcp');
  expect(nearest(stops.slice(0, 1), 'group:tcp')).toBeNull();
});
