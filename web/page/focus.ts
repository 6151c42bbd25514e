/**
 * Moves the focus when the focused element disappears: a button that removes itself, a room that was left.
 *
 * Browsers then focus the body, so that users of a keyboard or a screen reader start again at the top of the page. Here
 * the focus goes to the room that was opened, or to the nearest ancestor that is still on the page.
 */

/** Watches the page from now on. Returns how to stop. */
export function followFocus(): () => void {
  /** What had the focus, and everything around it, from the inside out. */
  let path: Element[] = [];
  const onFocus = ({ target }: Event): void => {
    path = target instanceof Element && target !== document.body ? around(target) : [];
  };
  const look = (): void => {
    const [last] = path;
    if (!last || document.activeElement !== document.body || isThere(last)) return;
    const next = path.find((element) => isThere(element) && !TOO_WIDE.has(element.tagName)) ?? openRoom();
    path = [];
    if (next) give(next);
  };
  // After what the page does on the same occasion, such as to open a dialog that takes the focus.
  let timer: ReturnType<typeof setTimeout> | undefined;
  const changes = new MutationObserver(() => {
    if (path.length === 0 || document.activeElement !== document.body) return;
    clearTimeout(timer);
    timer = setTimeout(look, 0);
  });
  document.addEventListener('focusin', onFocus);
  changes.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['hidden', 'disabled', 'open'],
  });
  return () => {
    document.removeEventListener('focusin', onFocus);
    changes.disconnect();
    clearTimeout(timer);
  };
}

/** The page itself, and what holds all of it: to be there is to be nowhere. */
const TOO_WIDE: ReadonlySet<string> = new Set(['HTML', 'BODY', 'MAIN']);

function around(element: Element): Element[] {
  const all: Element[] = [];
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (at.id !== 'root') all.push(at);
  }
  return all;
}

/** Whether it is on the page, can be seen, and could take the focus. */
function isThere(element: Element): boolean {
  if (!element.isConnected || element.closest('[hidden]')) return false;
  if (element.matches(':disabled')) return false;
  return typeof element.checkVisibility === 'function' ? element.checkVisibility() : true;
}

/** The room that is shown. */
function openRoom(): Element | null {
  return document.querySelector('main:not([hidden])');
}

/** Things that only hold others take the focus for once, without a place in the order of the Tab key. */
function give(element: Element): void {
  if (!(element instanceof HTMLElement || element instanceof SVGElement)) return;
  if (!element.hasAttribute('tabindex') && element.tabIndex < 0) {
    element.setAttribute('tabindex', '-1');
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
}
