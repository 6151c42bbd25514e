import { expect, it } from 'vitest';
import { breakdown } from './breakdown';

const trap = new WebAssembly.RuntimeError('unreachable');

it('tells want of memory from a mistake of ours', () => {
  expect(breakdown(trap, new WebAssembly.Memory({ initial: 16, maximum: 24 }))).toMatch(
    /out of memory at 1 MB/,
  );
  expect(breakdown(trap, new WebAssembly.Memory({ initial: 16, maximum: 64 }))).toMatch(
    /crashed \(unreachable\)/,
  );
  expect(breakdown(trap)).toMatch(/crashed/);
});

it('leaves what is said in words as it is', () => {
  expect(breakdown(new Error('8000001 packets are under way.'))).toBe('8000001 packets are under way.');
  expect(breakdown('gone')).toBe('gone');
});
