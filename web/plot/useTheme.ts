/** Hook for the present colors of the page. */
import { useEffect, useState } from 'react';
import { onThemeChange, readTheme, type Theme } from './theme';

/** Returns the theme; a change of theme renders the component again. */
export function useTheme(): Theme {
  const [theme, setTheme] = useState(readTheme);
  useEffect(() => onThemeChange(() => setTheme(readTheme())), []);
  return theme;
}
