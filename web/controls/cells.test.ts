import { expect, it } from 'vitest';
import { cellsOf, packetsIn } from './cells';

it('a packet takes whole cells', () => {
  expect(cellsOf(100, 1500, 208)).toBe(800);
  expect(cellsOf(100, 64, 208)).toBe(100);
  expect(cellsOf(10, 208, 208)).toBe(10);
});

it('cells hold whole packets', () => {
  expect(packetsIn(800, 1500, 208)).toBe(100);
  expect(packetsIn(807, 1500, 208)).toBe(100);
  expect(packetsIn(7, 1500, 208)).toBe(0);
});
