// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followFocus } from './focus';

let stop: () => void;

beforeEach(() => {
  stop = followFocus();
});

afterEach(() => {
  stop();
  document.body.innerHTML = '';
});

const find = (selector: string): HTMLElement => document.querySelector<HTMLElement>(selector)!;
const settled = () => vi.waitFor(() => expect(document.activeElement).not.toBe(document.body));

it('goes to the container of a button that removed itself', async () => {
  document.body.innerHTML =
    '<main><section aria-label="Kept"><p><button>Remove</button></p></section></main>';
  find('button').focus();
  find('p').remove();
  await settled();
  expect(document.activeElement).toBe(find('section'));
});

it('goes to the view that was opened by a link in another', async () => {
  document.body.innerHTML =
    '<main id="a"><p><button>Open in the Lab</button></p></main><main id="b" hidden></main>';
  find('button').focus();
  find('#a').hidden = true;
  find('#b').hidden = false;
  // Browsers take the focus away from what is hidden; jsdom does not.
  find('button').blur();
  find('button').remove();
  await settled();
  expect(document.activeElement).toBe(find('#b'));
  expect(find('#b').getAttribute('tabindex')).toBe('-1');
});

it('stays on the body if the user moved it there', async () => {
  document.body.innerHTML = '<main><button>Here</button><p></p></main>';
  find('button').focus();
  find('button').blur();
  find('p').remove();
  await new Promise((done) => setTimeout(done, 20));
  expect(document.activeElement).toBe(document.body);
});
