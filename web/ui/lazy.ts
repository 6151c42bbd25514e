/**
 * Parts of the page that its first picture does not need: modules of their own, loaded while the browser is idle or as
 * soon as a user needs them.
 *
 * React's `lazy` would show a gap of 300 ms even if the module is loaded already, and would fail the page if it cannot
 * be loaded.
 */
import { useSyncExternalStore } from 'react';
import { notify } from './notices';
import { isReplaced } from './replaced';
import { LAZY } from './strings';

/** A part that is loaded on demand; `T` are the exports of its module. */
export class Lazy<T> {
  private readonly importModule: () => Promise<T>;
  private part: T | null = null;
  private pending: Promise<T | null> | null = null;
  private readonly listeners = new Set<() => void>();

  constructor(importModule: () => Promise<T>) {
    this.importModule = importModule;
  }

  /** Returns the part; null until it is loaded. */
  readonly current = (): T | null => this.part;

  /** Loads the part unless it is loaded or on its way. Resolves to null if that fails; the next call tries again. */
  readonly fetch = (): Promise<T | null> => {
    this.pending ??= this.importModule().then(
      (part) => {
        this.part = part;
        for (const listener of this.listeners) listener();
        return part;
      },
      () => (this.pending = null),
    );
    return this.pending;
  };

  /** Loads the part for a user who waits for it, and shows a notice if that fails. */
  async load(): Promise<T | null> {
    const part = await this.fetch();
    if (part === null) void explain();
    return part;
  }

  /** Calls `listener` when the part is loaded. Returns a function that removes it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

/** Shows why a part could not be loaded: the host has a new version of the page without it, or the connection failed. */
async function explain(): Promise<void> {
  if (await isReplaced())
    notify(LAZY.replaced, 'refused', { text: LAZY.reload, act: () => location.reload() });
  else notify(LAZY.failed, 'refused');
}

/** Returns the part in a component, which renders again when the part is loaded; null until then. */
export function useLazy<T>(part: Lazy<T>): T | null {
  return useSyncExternalStore(part.subscribe, part.current);
}

/** Mark in the timeline of the page after which all parts are loaded, for measurements and tests. */
export const PARTS_LOADED = 'parts-loaded';

/** Loads one part after another, each while the browser is idle. */
export function fetchWhenIdle([next, ...rest]: readonly (() => Promise<unknown>)[]): void {
  if (!next) {
    performance.mark(PARTS_LOADED);
    return;
  }
  whenIdle(() => {
    const goOn = (): void => fetchWhenIdle(rest);
    next().then(goOn, goOn);
  });
}

/** Longest wait for an idle moment, ms. */
const PATIENCE_MS = 2000;

function whenIdle(work: () => void): void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: PATIENCE_MS });
  else setTimeout(work, PATIENCE_MS / 10);
}
