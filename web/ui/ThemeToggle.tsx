/** A button that changes the colors: light, dark, or as the system. */
import { useEffect, useState } from 'react';
import { Button } from './Button';
import { THEME } from './strings';
import { applyTheme, followSystemTheme, nextTheme, storedTheme } from './theme';

/** Button that switches to the next choice. */
export function ThemeToggle() {
  const [theme, setTheme] = useState(storedTheme);
  useEffect(followSystemTheme, []);
  const next = nextTheme(theme);
  return (
    <Button
      quiet
      className="theme-toggle"
      icon={theme}
      label={THEME.change(THEME.names[theme], THEME.names[next])}
      title={THEME.hint(THEME.names[theme])}
      onClick={() => {
        applyTheme(next);
        setTheme(next);
      }}
    />
  );
}
