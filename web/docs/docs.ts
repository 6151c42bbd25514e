/**
 * The script of the pages of the documentation. Without it they can be read: it adds the search, the choice of colors and buttons
 * that copy commands, and keeps the pages for use without a network.
 *
 * It is loaded before the text, so that the stored colors are there at the first paint.
 */
import './docs.css';
import { applyTheme, nextTheme, showTheme, storedTheme } from '../ui/theme';
import { THEME } from '../ui/strings';
import { KEEP_DOCS } from '../offline/messages';
import { addCopyButtons } from './copyCommand';
import { addSearch } from './search';

const root = document.documentElement;

showTheme(storedTheme());
addEventListener('DOMContentLoaded', () => {
  addThemeButton();
  addSearch(root.dataset.docs ?? '');
  addCopyButtons();
  void keepOffline();
});

function addThemeButton(): void {
  const button = document.querySelector<HTMLElement>('#theme');
  if (!button) return;
  const label = (): void => {
    const theme = storedTheme();
    button.title = THEME.hint(THEME.names[theme]);
    button.setAttribute('aria-label', THEME.change(THEME.names[theme], THEME.names[nextTheme(theme)]));
  };
  button.hidden = false;
  button.addEventListener('click', () => {
    applyTheme(nextTheme(storedTheme()));
    label();
    showThemeInFrames();
  });
  label();
}

/** Gives the experiments on the page the same colors, by the messages of `public/lessons/EMBED.md`. */
function showThemeInFrames(): void {
  for (const frame of document.querySelectorAll('iframe')) {
    frame.contentWindow?.postMessage({ bufferlab: 1, type: 'hello' }, location.origin);
    frame.contentWindow?.postMessage({ bufferlab: 1, type: 'theme', theme: storedTheme() }, location.origin);
  }
}

/**
 * Registers the service worker of the site, and asks it to store the documentation. The development server has none, and private
 * windows of some browsers refuse it; the pages work without it.
 */
async function keepOffline(): Promise<void> {
  const { worker } = root.dataset;
  if (worker === undefined || !('serviceWorker' in navigator) || !isSecureContext) return;
  try {
    await navigator.serviceWorker.register(worker);
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ type: KEEP_DOCS });
  } catch {
    // Without it, pages come from the network.
  }
}
