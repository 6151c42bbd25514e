/**
 * Parts of the page that its first picture does without: files of their own, fetched while the browser has
 * nothing to do, or as soon as a person asks for them.
 *
 * React's `lazy` would show a gap for 300 ms even where the file is long there, and take the page down
 * where it cannot be had.
 */
import { useSyncExternalStore } from 'react';
import { notify } from './notices';

/** A part that comes later; `T` is what its module exports. */
export class Later<T> {
  private readonly load: () => Promise<T>;
  private part: T | null = null;
  private coming: Promise<T | null> | null = null;
  private readonly listeners = new Set<() => void>();

  constructor(load: () => Promise<T>) {
    this.load = load;
  }

  /** The part; null until it is here. */
  readonly here = (): T | null => this.part;

  /** Fetches the part, unless it is here or on its way. Null if it cannot be had; the next call tries again. */
  readonly fetch = (): Promise<T | null> => {
    this.coming ??= this.load().then(
      (part) => {
        this.part = part;
        for (const listener of this.listeners) listener();
        return part;
      },
      () => (this.coming = null),
    );
    return this.coming;
  };

  /** The same for a person who waits, and is told if the part cannot be had. */
  async need(): Promise<T | null> {
    const part = await this.fetch();
    if (part === null) {
      notify(
        'This part of the page could not be loaded. Check the connection, or reload the page.',
        'refused',
      );
    }
    return part;
  }

  /** Calls back when the part is here. Returns how to stop. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

/** The part, in a component that renders again when it is here; null until then. */
export function useHere<T>(later: Later<T>): T | null {
  return useSyncExternalStore(later.subscribe, later.here);
}

/** Fetches one part after another, each when the browser has nothing to do. */
export function fetchWhenIdle([next, ...rest]: readonly (() => Promise<unknown>)[]): void {
  if (!next) return;
  whenIdle(() => {
    const goOn = (): void => fetchWhenIdle(rest);
    next().then(goOn, goOn);
  });
}

/** Longest that fetching waits for an idle moment, ms. */
const PATIENCE_MS = 2000;

function whenIdle(work: () => void): void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: PATIENCE_MS });
  else setTimeout(work, PATIENCE_MS / 10);
}
