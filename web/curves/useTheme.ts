/** The page's colours as they are now. */
import { useEffect, useState } from 'react';
import { onThemeChange, readTheme, type Theme } from '../charts/theme';

export function useTheme(): Theme {
  const [theme, setTheme] = useState(readTheme);
  useEffect(() => onThemeChange(() => setTheme(readTheme())), []);
  return theme;
}
