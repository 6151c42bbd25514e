/** What all engines are driven by: few things, which Playwright and both WebDriver protocols can do. */

/** How a browser is driven; `.ci/engines.mjs` finds out. */
export type Engine =
  | { by: 'playwright'; browser: 'chromium' | 'firefox' | 'webkit'; path?: string }
  /** A Firefox, over WebDriver BiDi. */
  | { by: 'bidi'; path: string }
  /** A browser behind a driver that listens to WebDriver, with the path of Xvfb where it wants a screen. */
  | { by: 'webdriver'; driver: string; screen?: string }
  | { by: 'nothing'; missing: string };

export interface Browser {
  /** A window of a laptop's size, which shares nothing with those before it. */
  open(address: string): Promise<Window>;
  close(): Promise<void>;
}

export interface Window {
  /** The text that an expression of JavaScript, or the promise it is, comes to in the page. */
  ask(expression: string): Promise<string>;
  /** Presses the main button of the mouse, at so many CSS pixels from the window's corner. */
  click(x: number, y: number): Promise<unknown>;
  /** Presses a key, by its name in the DOM. */
  press(key: string): Promise<unknown>;
  /** What is to be seen, as PNG. */
  picture(): Promise<Buffer>;
  close(): Promise<unknown>;
}

export const SIZE = { width: 1366, height: 768 };

/** What both WebDriver protocols call the gestures. */
export const gestures = {
  click: (x: number, y: number): unknown[] => [
    {
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    },
  ],
  press: (key: string): unknown[] => {
    const value = KEYS[key] ?? key;
    return [
      {
        type: 'key',
        id: 'keyboard',
        actions: [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ],
      },
    ];
  },
};

/** WebDriver, Section 17.4.2: keys without a character. */
const KEYS: Partial<Record<string, string>> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
};
