/**
 * The colors of the page: light, dark, or as the system. The choice is stored in the browser, and a change raises the
 * event `themechange` on the window.
 *
 * `index.html` sets `data-theme` before the first paint, from the same storage key, so that nothing flashes. This
 * module changes it afterwards.
 */
/** The choice of colors for the page. */
export type Theme = 'system' | 'light' | 'dark';

/** Key of localStorage for the choice. */
export const THEME_KEY = 'bufferlab.theme';

/** Returns the choice stored in this browser; `system` if there is none. */
export function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(THEME_KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    // There is no storage, as in a sandboxed frame.
    return 'system';
  }
}

/** Shows `theme` until the page is closed. */
export function showTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  window.dispatchEvent(new Event('themechange'));
}

/** Shows `theme` and stores the choice. */
export function applyTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    // The choice lasts until the page is closed.
  }
  showTheme(theme);
}

/** Returns the choice that follows on the button: system, light, dark. */
export function nextTheme(theme: Theme): Theme {
  return theme === 'system' ? 'light' : theme === 'light' ? 'dark' : 'system';
}

/** Raises `themechange` when the system changes between light and dark. Returns a function that stops it. */
export function followSystemTheme(): () => void {
  const query = window.matchMedia('(prefers-color-scheme: dark)');
  const notify = (): void => {
    window.dispatchEvent(new Event('themechange'));
  };
  query.addEventListener('change', notify);
  return () => query.removeEventListener('change', notify);
}
