// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { writeText } from './text';

it('a changed text keeps its text node', () => {
  const element = document.createElement('span');
  writeText(element, '3 packets');
  const node = element.firstChild;
  writeText(element, '');
  writeText(element, '4 packets');
  expect(element.childNodes).toHaveLength(1);
  expect(element.firstChild).toBe(node);
  expect(element.textContent).toBe('4 packets');
});

it('a text replaces other content', () => {
  const element = document.createElement('p');
  element.append('3 ', document.createElement('b'));
  writeText(element, '4 packets');
  expect(element.innerHTML).toBe('4 packets');
  expect(() => writeText(null, 'nowhere')).not.toThrow();
});
