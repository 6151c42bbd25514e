import { expect, it } from 'vitest';
import { differenceOf } from './difference';

it.each([
  ['', 'new', { from: 0, to: 0, text: 'new' }],
  ['abc', 'abc', { from: 3, to: 3, text: '' }],
  ['abc', 'axbc', { from: 1, to: 1, text: 'x' }],
  ['aa', 'aaa', { from: 2, to: 2, text: 'a' }],
  ['one two six', 'one six', { from: 4, to: 8, text: '' }],
  ['old', 'new', { from: 0, to: 3, text: 'new' }],
])('from “%s” to “%s” the difference is the least part', (former, next, difference) => {
  expect(differenceOf(former, next)).toEqual(difference);
});
