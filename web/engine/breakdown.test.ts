import { expect, it } from 'vitest';
import { breakdown } from './breakdown';

const trap = new WebAssembly.RuntimeError('unreachable');

it('distinguishes exhausted memory from a bug', () => {
  expect(breakdown(trap, new WebAssembly.Memory({ initial: 16, maximum: 24 }))).toMatch(
    /out of memory at 1 MB/,
  );
  expect(breakdown(trap, new WebAssembly.Memory({ initial: 16, maximum: 64 }))).toMatch(
    /crashed \(unreachable\)/,
  );
  expect(breakdown(trap)).toMatch(/crashed/);
});

it('keeps the messages of other errors', () => {
  expect(breakdown(new Error('8000001 packets are under way.'))).toBe('8000001 packets are under way.');
  expect(breakdown('gone')).toBe('gone');
});
