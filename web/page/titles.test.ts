import { expect, it } from 'vitest';
import { titleOf } from './titles';

it('names the lesson or the figure that is open, and only the view otherwise', () => {
  expect(titleOf('learn', '#learn/buffer/2')).toBe('What a buffer does – Learn');
  expect(titleOf('papers', '#papers/vishwanath-f11')).toBe('Vishwanath et al. 2011, Figure 11 – Papers');
  expect(titleOf('learn', '#learn')).toBe('Learn');
  expect(titleOf('learn', '#learn/1.abcdef')).toBe('Learn');
  expect(titleOf('papers', '#papers/unknown')).toBe('Papers');
  expect(titleOf('studies', '#curves')).toBe('Studies');
});
