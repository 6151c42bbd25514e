// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { escaped, SvgRenderer } from './svg';

/** Every character that XML 1.0 forbids on its own or that a title could smuggle in, and some that it allows. */
const CONTROL = Array.from({ length: 0x20 }, (_, i) => String.fromCharCode(i)).join('');
const AWKWARD = `${CONTROL}\u007f\u0085\ud800 \udc00 \ufffe\uffff \u202e <b> & " ' 📦`;

function parsed(svg: string): Document {
  return new DOMParser().parseFromString(svg, 'image/svg+xml');
}

it('is XML whatever the texts hold', () => {
  const renderer = new SvgRenderer('a');
  renderer.text(0, 0, AWKWARD, { color: 'black' });
  const document = parsed(renderer.finish({ width: 10, height: 10 }, AWKWARD, AWKWARD, AWKWARD));
  expect(document.querySelector('parsererror')).toBeNull();
  expect(document.querySelector('title')?.textContent).toContain('📦');
});

it('shows a mark for each character that XML cannot hold, and keeps the others', () => {
  expect(escaped('a\u0000b\u001bc\tnew\nline 📦')).toBe('a\ufffdb\ufffdc\tnew\nline 📦');
  expect(escaped('\ud800 \udc00 \uffff')).toBe('\ufffd \ufffd \ufffd');
});
