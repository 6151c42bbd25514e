/**
 * The tests of the browser: Playwright's, on a display of a few frames a second.
 *
 * Nothing here has a graphics processor. A page that runs at 60 frames a second takes a whole core to paint, of which
 * no test looks at more than a picture or two; what is tested of frames is in tests/frames.test.ts.
 */
import { test as base } from '@playwright/test';

export { expect } from '@playwright/test';
export type { FrameLocator, Locator, Page, Route } from '@playwright/test';

/** Added to the time between two frames that the page asks for, in ms of wall time. */
const BETWEEN_FRAMES_MS = 200;

/** Options of a test or a file of tests. */
interface Options {
  /**
   * Whether the visitor has been here before, as in most tests. `test.use({ returning: false })` gives the page an empty
   * storage, so that it welcomes a newcomer.
   */
  returning: boolean;
}

export const test = base.extend<Options>({
  returning: [true, { option: true }],
  context: async ({ context, returning }, use) => {
    await context.addInitScript(askForFewerFrames, BETWEEN_FRAMES_MS);
    if (returning) await context.addInitScript(noteWelcomed);
    await use(context);
  },
});

/** Notes in the page's storage that the welcome was closed, as `web/page/welcomeState.ts` does. */
function noteWelcomed(): void {
  try {
    localStorage.setItem('bufferlab.offered', '1');
  } catch {
    // A sandboxed frame has no storage, and no welcome.
  }
}

/** Runs in the page before anything of it. */
function askForFewerFrames(between_ms: number): void {
  const ask = window.requestAnimationFrame.bind(window);
  const cancel = window.cancelAnimationFrame.bind(window);
  const asked = new Map<number, number>();
  window.requestAnimationFrame = (callback) => {
    const timer = window.setTimeout(() => {
      const frame = ask((now_ms) => {
        asked.delete(timer);
        callback(now_ms);
      });
      asked.set(timer, frame);
    }, between_ms);
    return timer;
  };
  window.cancelAnimationFrame = (timer) => {
    window.clearTimeout(timer);
    cancel(asked.get(timer) ?? 0);
    asked.delete(timer);
  };
}
