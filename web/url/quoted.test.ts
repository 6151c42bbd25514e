import { expect, it } from 'vitest';
import { quoted } from './quoted';

it('a quoted text has no control or direction characters, one line and a limited length', () => {
  expect(quoted('Zwei Ströme — "½ BDP" 🚦')).toBe('Zwei Ströme — "½ BDP" 🚦');
  expect(quoted('a\u{1b}[2J\u{9b}\u{202e}b\nc\u{2028}\ud800')).toBe(
    'a\\u{1b}[2J\\u{9b}\\u{202e}b\\u{a}c\\u{2028}\\u{d800}',
  );
  expect(quoted('🚦'.repeat(1e6), 4)).toBe('🚦🚦🚦🚦…');
  expect(quoted('1234', 4)).toBe('1234');
});
