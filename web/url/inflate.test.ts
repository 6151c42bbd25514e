import { describe, expect, it } from 'vitest';
import { deflate, inflate } from './inflate';
import { takesAtMost } from '../../tests/patience';

describe('inflating with a limit', () => {
  it('accepts exactly the limit and refuses one byte more', () => {
    const packed = deflate(new Uint8Array(5000).fill(7));
    expect(inflate(packed, 5000)).toMatchObject({ ok: true, bytes: new Uint8Array(5000).fill(7) });
    expect(inflate(packed, 4999)).toEqual({ ok: false, reason: 'too_big' });
  });

  it('stops early if the output exceeds the limit', () => {
    const bomb = deflate(new Uint8Array(64e6));
    const before = process.memoryUsage().arrayBuffers;
    expect(inflate(bomb)).toEqual({ ok: false, reason: 'too_big' });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8e6);
    expect(takesAtMost(200, () => inflate(bomb))).toBe(true);
  });

  it('reports cut or invalid input as broken', () => {
    const packed = deflate(new TextEncoder().encode('The queue empties just as the window halves.'));
    expect(inflate(packed.subarray(0, 10))).toEqual({ ok: false, reason: 'broken' });
    expect(inflate(Uint8Array.of(0xff, 0xff, 0xff))).toEqual({ ok: false, reason: 'broken' });
  });
});
