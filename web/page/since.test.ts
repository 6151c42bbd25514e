import { expect, it } from 'vitest';
import { sinceText } from './since';

it('the age of saved work is given in minutes, then hours, then as a day', () => {
  const now = Date.UTC(2026, 10, 21, 12);
  expect(sinceText(now - 10_000, now)).toBe('saved just now');
  expect(sinceText(now - 5 * 60_000, now)).toBe('saved 5 min ago');
  expect(sinceText(now - 3 * 3_600_000, now)).toBe('saved 3 h ago');
  expect(sinceText(now - 48 * 3_600_000, now)).toBe('saved on November 19');
});
