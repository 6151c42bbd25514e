/**
 * The browser's storage for this page, with one rule for a full storage.
 *
 * Spare values, which can be computed again, make room for any other: the oldest go first, and only as many as needed. All
 * else belongs to the user and stays; a write that still does not fit fails as `full`. No function throws, also where the
 * browser stores nothing for this page.
 *
 * The store is `localStorage` and not IndexedDB, because the last change is saved while the page is left. Of 12 pages that
 * wrote 20 kB in `pagehide`, localStorage kept the text of all, whether the tab was closed or went to another page.
 * IndexedDB kept 6 and 0, and 11 and 6 with an explicit `commit` (Chromium, 2026-11-26).
 */

/** Part of `localStorage` that is used; every member may throw. */
export type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Reason why a value was not stored: the storage is full, or the browser stores nothing for this page. */
export type StoreFailure = 'full' | 'denied';

/** Start of the keys of spare values; the rest of a key orders them by age. */
export const SPARE = 'bufferlab.lines.';

/** Number of characters of all spare values together. */
export const SPARE_CAPACITY = 2_000_000;

/** Values of the page by key. */
export class BrowserStore {
  /** `storage` is null where the browser has none. */
  constructor(private readonly storage: Storage | null = browserStorage()) {}

  /** Returns the text at a key; null if there is none. */
  text(key: string): string | null {
    return this.attempt((storage) => storage.getItem(key), null);
  }

  /** Returns the parsed JSON at a key; undefined if there is none that can be read. */
  json(key: string): unknown {
    try {
      return JSON.parse(this.text(key) ?? '') as unknown;
    } catch {
      return undefined;
    }
  }

  /** Writes a text. Returns null, or why it was not written; then the previous text stays. */
  write(key: string, text: string): StoreFailure | null {
    if (key.startsWith(SPARE)) while (this.spareSize() + text.length > SPARE_CAPACITY && this.dropSpare(key));
    for (;;) {
      const failure = this.tryToWrite(key, text);
      if (failure !== 'full' || !this.dropSpare(key)) return failure;
    }
  }

  /** Removes a value. Returns false if the browser refuses. */
  remove(key: string): boolean {
    return this.attempt((storage) => {
      storage.removeItem(key);
      return true;
    }, false);
  }

  /** Returns the keys that begin with `prefix`, in order. */
  keys(prefix: string): string[] {
    const all = this.attempt(
      (storage) => Array.from({ length: storage.length }, (_, i) => storage.key(i)),
      [],
    );
    return all
      .filter((key) => key !== null)
      .filter((key) => key.startsWith(prefix))
      .sort();
  }

  private tryToWrite(key: string, text: string): StoreFailure | null {
    try {
      if (!this.storage) return 'denied';
      this.storage.setItem(key, text);
      return null;
    } catch (error) {
      return error instanceof Error && /quota/i.test(error.name) ? 'full' : 'denied';
    }
  }

  private spareSize(): number {
    return this.keys(SPARE).reduce((sum, key) => sum + (this.text(key)?.length ?? 0), 0);
  }

  /** Removes the oldest spare value other than that at `key`; false if none is left. */
  private dropSpare(key: string): boolean {
    const oldest = this.keys(SPARE).find((one) => one !== key);
    return oldest !== undefined && this.remove(oldest);
  }

  private attempt<T>(work: (storage: Storage) => T, otherwise: T): T {
    try {
      return this.storage ? work(this.storage) : otherwise;
    } catch {
      return otherwise;
    }
  }
}

/** Returns the browser's storage; null if reading the property throws. */
export function browserStorage(): Storage | null {
  try {
    return globalThis.localStorage;
  } catch {
    return null;
  }
}
