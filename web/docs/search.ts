/** The search over the documentation, in an index that the build makes and the first query loads. */
import MiniSearch from 'minisearch';
import { mostErrors, TRIES } from '../search/tries';
import { DOCS_SEARCH } from './strings';

/** A section of a page; the index stores these fields (`.ci/docs.mjs`). */
interface Found {
  /** Address of the section, relative to `docs/`. */
  id: string;
  title: string;
  heading: string;
  about: string;
}

const MOST = 12;

/** Connects the field of the search; `top` is the path to `docs/`. */
export function addSearch(top: string): void {
  const field = document.querySelector<HTMLInputElement>('#search');
  const list = document.querySelector<HTMLElement>('#results');
  if (!field || !list) return;
  let index: Promise<MiniSearch | null> | null = null;
  const load = (): Promise<MiniSearch | null> => (index ??= loadIndex(`${top}search.json`));
  const close = (): void => {
    list.hidden = true;
  };
  const show = async (): Promise<void> => {
    const query = field.value.trim();
    if (query === '') {
      close();
      return;
    }
    const loaded = await load();
    if (loaded === null) index = null;
    // A later query has its own results.
    if (field.value.trim() === query) list.replaceChildren(...resultsOf(loaded, query, top));
    list.hidden = false;
  };
  field.addEventListener('focus', () => void load());
  field.addEventListener('input', () => void show());
  addEventListener('keydown', (event) => onKey(event, field, list, close));
  addEventListener('click', ({ target }) => {
    if (target instanceof Node && !list.contains(target) && target !== field) close();
  });
}

async function loadIndex(address: string): Promise<MiniSearch | null> {
  try {
    const response = await fetch(address);
    if (!response.ok) return null;
    return MiniSearch.loadJSON(await response.text(), { fields: ['heading', 'title', 'text'] });
  } catch {
    return null;
  }
}

/** Returns the sections with all words of a query, or else with typing errors, or else with some of them. */
function find(index: MiniSearch, query: string): Found[] {
  for (const { combineWith, errors } of TRIES) {
    const found = index.search(query, {
      combineWith,
      prefix: true,
      boost: { heading: 4, title: 4 },
      fuzzy: (term) => errors && mostErrors(term),
    });
    if (found.length > 0) return found.slice(0, MOST) as unknown as Found[];
  }
  return [];
}

function resultsOf(index: MiniSearch | null, query: string, top: string): HTMLElement[] {
  if (index === null) return [paragraph(DOCS_SEARCH.unread)];
  const found = find(index, query);
  const status = paragraph(found.length === 0 ? DOCS_SEARCH.none(query) : DOCS_SEARCH.found(found.length));
  const list = document.createElement('ul');
  list.append(...found.map((one) => item(one, top)));
  return [status, list];
}

function paragraph(text: string): HTMLElement {
  const status = document.createElement('p');
  status.setAttribute('role', 'status');
  status.textContent = text;
  return status;
}

function item({ id, title, heading, about }: Found, top: string): HTMLElement {
  const [entry, link, name, text] = ['li', 'a', 'b', 'span'].map((tag) => document.createElement(tag)) as [
    HTMLLIElement,
    HTMLAnchorElement,
    HTMLElement,
    HTMLElement,
  ];
  name.textContent = heading === '' ? title : `${title} › ${heading}`;
  text.textContent = about;
  link.href = `${top}${id}`;
  link.append(name, text);
  entry.append(link);
  return entry;
}

/** Keys: `/` goes to the field, Escape closes the results, arrows go through them. */
function onKey(event: KeyboardEvent, field: HTMLInputElement, list: HTMLElement, close: () => void): void {
  const { key, target } = event;
  const typing = target instanceof HTMLElement && target.matches('input, textarea, select');
  if (key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    field.focus();
  } else if (key === 'Escape' && !list.hidden) {
    close();
    field.focus();
  } else if ((key === 'ArrowDown' || key === 'ArrowUp') && !list.hidden) {
    const stops = [field, ...list.querySelectorAll('a')];
    const at = stops.findIndex((stop) => stop === document.activeElement);
    const next = stops[at + (key === 'ArrowDown' ? 1 : -1)];
    if (at < 0 || !next) return;
    event.preventDefault();
    next.focus();
  }
}
