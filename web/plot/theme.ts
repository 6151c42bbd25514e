/**
 * The page's design tokens as colors for a canvas.
 *
 * A canvas cannot read `var(--tcp)`, and the text of a custom property need not be a color. So the browser resolves each
 * token on a hidden element, once and after each change of the theme.
 */

export const COLORS = [
  'ink',
  'ink-2',
  'ink-3',
  'surface',
  'line',
  'accent',
  'warn',
  'tcp',
  'udp',
  'ack',
  'model',
  'flow-1',
  'flow-2',
  'flow-3',
  'flow-4',
  'flow-5',
  'flow-6',
] as const;

/** Name of a token without its dashes: `tcp` for `--tcp`. */
export type Color = (typeof COLORS)[number];

/** Colors and font of the page. */
export interface Theme {
  colors: Record<Color, string>;
  /** List of font families, as in CSS. */
  font: string;
}

/** Reads the current theme at `root`, by default of the whole page. */
export function readTheme(root: HTMLElement = document.documentElement): Theme {
  const probe = document.createElement('span');
  probe.style.display = 'none';
  root.append(probe);
  const colors = Object.fromEntries(COLORS.map((name) => [name, resolved(probe, name)])) as Record<
    Color,
    string
  >;
  const font = getComputedStyle(root).getPropertyValue('--font').trim() || 'sans-serif';
  probe.remove();
  return { colors, font };
}

/** Light theme for files and print, which do not depend on the theme of the page. */
export const PAPER: Theme = {
  colors: {
    ink: '#16181d',
    'ink-2': '#41464f',
    'ink-3': '#676d78',
    surface: '#ffffff',
    line: '#d9dce1',
    accent: '#4a3fb0',
    warn: '#b3261e',
    tcp: '#0072b2',
    udp: '#d55e00',
    ack: '#009e73',
    model: '#000000',
    'flow-1': '#0072b2',
    'flow-2': '#e69f00',
    'flow-3': '#009e73',
    'flow-4': '#cc79a7',
    'flow-5': '#56b4e9',
    'flow-6': '#d55e00',
  },
  font: "system-ui, 'Segoe UI', Roboto, 'Liberation Sans', Arial, sans-serif",
};

/** Calls `changed` when colors may have changed. Returns a function that stops. */
export function onThemeChange(changed: () => void): () => void {
  const media = ['(prefers-color-scheme: dark)', '(forced-colors: active)'];
  const queries = typeof matchMedia === 'function' ? media.map((query) => matchMedia(query)) : [];
  window.addEventListener('themechange', changed);
  for (const query of queries) query.addEventListener('change', changed);
  return () => {
    window.removeEventListener('themechange', changed);
    for (const query of queries) query.removeEventListener('change', changed);
  };
}

function resolved(probe: HTMLElement, name: Color): string {
  probe.style.color = '';
  // With forced colors, an element would otherwise have the system's text color.
  probe.style.setProperty('forced-color-adjust', 'none');
  probe.style.color = `var(--${name})`;
  const color = getComputedStyle(probe).color;
  return color === '' || color.startsWith('var(') ? PAPER.colors[name] : color;
}
