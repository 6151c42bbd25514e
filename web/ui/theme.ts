/**
 * Light, dark, or as the system has it: kept in the browser, told to the window as `themechange`.
 *
 * `index.html` sets `data-theme` before the first paint, by the same storage key, so that nothing
 * flashes; this module changes it afterwards.
 */
export type Theme = 'system' | 'light' | 'dark';

export const THEME_KEY = 'bufferlab.theme';

/** The choice kept in this browser; `system` if there is none. */
export function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(THEME_KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    // Storage is closed to us, as in a sandboxed frame.
    return 'system';
  }
}

/** Shows `theme` and keeps the choice. */
export function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  try {
    if (theme === 'system') localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    // The choice then lasts as long as the page.
  }
  window.dispatchEvent(new Event('themechange'));
}

export function nextTheme(theme: Theme): Theme {
  return theme === 'system' ? 'light' : theme === 'light' ? 'dark' : 'system';
}

/** Tells painters when the system changes between light and dark. Returns how to stop. */
export function followSystemTheme(): () => void {
  const query = window.matchMedia('(prefers-color-scheme: dark)');
  const tell = (): void => {
    window.dispatchEvent(new Event('themechange'));
  };
  query.addEventListener('change', tell);
  return () => query.removeEventListener('change', tell);
}
