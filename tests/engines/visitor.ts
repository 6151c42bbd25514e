/** User of the Lab in any browser engine: finds elements by name, clicks them and reads their texts. */
import { test as base, expect } from '@playwright/test';
import { launchFirefox } from './bidi';
import type { Browser, Engine, Window } from './engine';
import { launchPlaywrights } from './playwright';
import { launchDriver } from './webdriver';

/** Wall time within which even a busy machine has compiled the engine and begun to simulate. */
const PATIENCE = { timeout: 120_000 };

interface TestInputs {
  /** A fresh window at an address. */
  visit: (address: string) => Promise<Visitor>;
  needsEngine: undefined;
}

export const test = base.extend<TestInputs, WorkerInputs>({
  engine: [
    { by: 'nothing', missing: 'no project says which' },
    { option: true, scope: 'worker' },
  ],
  browserOfEngine: [
    async ({ engine }, use) => {
      const browser = engine.by === 'nothing' ? null : await launch(engine);
      await use(browser);
      await browser?.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  visit: async ({ browserOfEngine }, use, about) => {
    const windows: Window[] = [];
    await use(async (address) => {
      const window = await browserOfEngine!.open(address);
      windows.push(window);
      return new Visitor(window);
    });
    for (const window of windows) {
      if (about.status !== about.expectedStatus)
        await about.attach('seen', { body: await window.picture(), contentType: 'image/png' });
      await window.close();
    }
  },
  stay: [
    async ({ browserOfEngine }, use) => {
      const visitors = new Map<string, Visitor>();
      await use(async (address) => {
        const visitor = visitors.get(address) ?? new Visitor(await browserOfEngine!.open(address));
        visitors.set(address, visitor);
        return visitor;
      });
      for (const { window } of visitors.values()) await window.close();
    },
    { scope: 'worker' },
  ],
  needsEngine: [
    async ({ engine }, use, about) => {
      if (engine.by === 'nothing' && process.env.CI)
        throw new Error(`Continuous integration tests every engine, but ${engine.missing}.`);
      // Said once more by `npm run test:all`, before anything runs: not everybody has three browsers.
      about.skip(engine.by === 'nothing', engine.by === 'nothing' ? engine.missing : '');
      await use(undefined);
    },
    { auto: true },
  ],
});

interface WorkerInputs {
  engine: Engine;
  browserOfEngine: Browser | null;
  /** The window of an address, which all tests of a worker share. */
  stay: (address: string) => Promise<Visitor>;
}

function launch(engine: Exclude<Engine, { by: 'nothing' }>): Promise<Browser> {
  switch (engine.by) {
    case 'playwright':
      return launchPlaywrights(engine);
    case 'bidi':
      return launchFirefox(engine.path);
    case 'webdriver':
      return launchDriver(engine.driver, engine.screen);
  }
}

export class Visitor {
  constructor(readonly window: Window) {}

  /** What an expression, or the promise it is, comes to in the page, through JSON. */
  async ask<Value>(expression: string): Promise<Value> {
    const text = `(async () => JSON.stringify(await (${expression})) ?? 'null')()`;
    return JSON.parse(await this.window.ask(text)) as Value;
  }

  /** Presses the first element that is named like this, when it is there and rests, as with a mouse. */
  async click(name: Name): Promise<void> {
    let place: string | null = null;
    const rests = async () => {
      const before = place;
      place = JSON.stringify(await this.ask(middleOf(name)));
      return place === before && place !== 'null';
    };
    await expect.poll(rests, { ...PATIENCE, message: `${String(name)} rests on the screen` }).toBe(true);
    const [x, y] = JSON.parse(place!) as [number, number];
    await this.window.click(x, y);
  }

  /** What an attribute of the first element of this selector says; null where either is missing. */
  attribute(selector: string, name: string): Promise<string | null> {
    return this.ask(`document.querySelector(${text(selector)})?.getAttribute(${text(name)}) ?? null`);
  }

  words(selector: string): Promise<string | null> {
    return this.ask(`document.querySelector(${text(selector)})?.textContent ?? null`);
  }

  count(selector: string): Promise<number> {
    return this.ask(`document.querySelectorAll(${text(selector)}).length`);
  }

  /** Simulated seconds of the last frame; NaN before the first. */
  async simulated_s(): Promise<number> {
    return Number((await this.attribute('[data-testid=sim-time]', 'data-seconds')) ?? NaN);
  }

  /** Resolves once simulated time passes. */
  async runs(): Promise<void> {
    const before_s = await this.simulated_s();
    await expect.poll(() => this.simulated_s(), PATIENCE).not.toBe(before_s);
  }

  /** The digest in the summary, which has to have been opened, once it is that of `t_s`. */
  async digestAt(t_s: number): Promise<string> {
    const at = async () => Number(await this.attribute('[data-testid=digest]', 'data-seconds'));
    await expect.poll(at, PATIENCE).toBe(t_s);
    return (await this.words('[data-testid=digest]')) ?? '';
  }
}

/** A selector, and the words that the element is named by, if it is not the only one. */
export type Name = string | readonly [selector: string, words: string];

/** An expression: the middle of the element, once it is what a press there would reach; else null. */
function middleOf(name: Name): string {
  const [selector, words] = typeof name === 'string' ? [name, null] : name;
  return `(() => {
    const named = (one) => (one.getAttribute('aria-label') ?? one.textContent).trim();
    const found = [...document.querySelectorAll(${text(selector)})].find(
      (one) => one.checkVisibility() && (${text(words)} === null || named(one) === ${text(words)}));
    if (!found) return null;
    found.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const { x, y, width, height } = found.getBoundingClientRect();
    const middle = [x + width / 2, y + height / 2];
    const reached = document.elementFromPoint(...middle);
    return found.contains(reached) || reached?.contains(found) ? middle : null;
  })()`;
}

function text(value: string | null): string {
  return JSON.stringify(value);
}

export { expect };
