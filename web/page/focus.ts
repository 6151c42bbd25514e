/**
 * Moves the focus when the focused element disappears, such as a button that removes itself or a closed view.
 *
 * Browsers then focus the body, so that users of a keyboard or a screen reader start again at the top of the page. Here
 * the focus goes to the open view, or to the nearest ancestor that is still on the page.
 */

/** Starts to watch the page. Returns a function that stops it. */
export function followFocus(): () => void {
  /** The element that last had the focus and its ancestors, from the inside out. */
  let path: Element[] = [];
  const onFocus = ({ target }: Event): void => {
    path = target instanceof Element && target !== document.body ? around(target) : [];
  };
  const look = (): void => {
    const [last] = path;
    if (!last || document.activeElement !== document.body || isThere(last)) return;
    const next = path.find((element) => isThere(element) && !TOO_WIDE.has(element.tagName)) ?? openView();
    path = [];
    if (next) give(next);
  };
  // Waits for other effects of the same event, such as a dialog that takes the focus.
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

/** Elements that contain the whole page, on which the focus has no use. */
const TOO_WIDE: ReadonlySet<string> = new Set(['HTML', 'BODY', 'MAIN']);

function around(element: Element): Element[] {
  const all: Element[] = [];
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (at.id !== 'root') all.push(at);
  }
  return all;
}

/** Returns whether an element is on the page, visible, and able to take the focus. */
function isThere(element: Element): boolean {
  if (!element.isConnected || element.closest('[hidden]')) return false;
  if (element.matches(':disabled')) return false;
  return typeof element.checkVisibility === 'function' ? element.checkVisibility() : true;
}

/** Returns the element of the open view. */
function openView(): Element | null {
  return document.querySelector('main:not([hidden])');
}

/** Focuses an element. A container takes the focus once, without becoming a stop of the Tab key. */
function give(element: Element): void {
  if (!(element instanceof HTMLElement || element instanceof SVGElement)) return;
  if (!element.hasAttribute('tabindex') && element.tabIndex < 0) {
    element.setAttribute('tabindex', '-1');
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
}
