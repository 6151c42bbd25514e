/** A browser that Playwright drives: Chromium, or the Firefox and WebKit it has installed. */
import { chromium, firefox, webkit } from '@playwright/test';
import { SIZE, type Browser, type Engine } from './engine';

export async function launchPlaywrights({
  browser: name,
  path,
}: Extract<Engine, { by: 'playwright' }>): Promise<Browser> {
  const browser = await { chromium, firefox, webkit }[name].launch({
    ...(path === undefined ? {} : { executablePath: path }),
    ...(name === 'chromium' ? { args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] } : {}),
  });
  return {
    open: async (address) => {
      const context = await browser.newContext({ viewport: SIZE });
      const page = await context.newPage();
      await page.goto(address);
      return {
        ask: (expression) => page.evaluate<string>(expression),
        click: (x, y) => page.mouse.click(x, y),
        press: (key) => page.keyboard.press(key),
        picture: () => page.screenshot(),
        close: () => context.close(),
      };
    },
    close: () => browser.close(),
  };
}
