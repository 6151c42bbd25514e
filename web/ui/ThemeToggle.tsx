/** Light, dark, or as the system has it: one button that goes round. */
import { useEffect, useState } from 'react';
import { Icon } from './Icon';
import { applyTheme, followSystemTheme, nextTheme, storedTheme } from './theme';

const names = { system: 'as the system', light: 'light', dark: 'dark' } as const;

export function ThemeToggle() {
  const [theme, setTheme] = useState(storedTheme);
  useEffect(followSystemTheme, []);
  const next = nextTheme(theme);
  return (
    <button
      type="button"
      className="button quiet icon-only theme-toggle"
      aria-label={`Colours: ${names[theme]}. Change to ${names[next]}`}
      title={`Colours: ${names[theme]}`}
      onClick={() => {
        applyTheme(next);
        setTheme(next);
      }}
    >
      <Icon name={theme} />
    </button>
  );
}
