import { expect, it } from 'vitest';
import { embedCode } from './Share';

it('embeds a link in a frame with the compact view, and escapes its address', () => {
  expect(embedCode('https://example.org/lab/?x=1#5.abc.01234567&t=3&play=0')).toBe(
    '<iframe src="https://example.org/lab/?embed=1#5.abc.01234567&amp;t=3&amp;play=0" title="Bufferlab" width="800" height="450"></iframe>',
  );
  expect(embedCode('https://example.org/#a"><script>')).not.toContain('"><script>');
});
