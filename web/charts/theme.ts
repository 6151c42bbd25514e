/**
 * The page's design tokens as plain colors that a canvas understands.
 *
 * A canvas cannot read `var(--tcp)`, and a custom property's text need not be a color by itself, so
 * each token is resolved once by the browser on a hidden element, and again when the theme changes.
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

/** A token's name without its dashes: `tcp` for `--tcp`. */
export type Color = (typeof COLORS)[number];

export interface Theme {
  colors: Record<Color, string>;
  /** Font family list. */
  font: string;
}

/** The colors in force for `root`, which defaults to the page. */
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

/** The light theme, for paper: exports and print do not depend on the reader's screen. */
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

/** Calls back when the colors may have changed. Returns how to stop. */
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
  // Where colors are forced, the text of an element would have the system's, whatever it asks for.
  probe.style.setProperty('forced-color-adjust', 'none');
  probe.style.color = `var(--${name})`;
  const color = getComputedStyle(probe).color;
  return color === '' || color.startsWith('var(') ? PAPER.colors[name] : color;
}
