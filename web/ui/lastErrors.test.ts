import { expect, it } from 'vitest';
import { lastErrors, noteError, watchErrors } from './lastErrors';

it('keeps the last five errors, each once, the newest first', () => {
  for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'c']) noteError(text);
  expect(lastErrors()).toEqual(['c', 'f', 'e', 'd', 'b']);
});

it('keeps unhandled errors, cut to a line', () => {
  const window = new EventTarget();
  watchErrors(window);
  window.dispatchEvent(Object.assign(new Event('error'), { error: new Error('x'.repeat(9999)) }));
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'no answer' }));
  const [last, before] = lastErrors();
  expect(last).toBe('no answer');
  expect(before).toMatch(/^Error: x{400}/);
  expect(before!.length).toBeLessThanOrEqual(500);
});
