/**
 * Claims on saved work, so that two tabs never edit the same work. A claim is a lock of the browser (Web Locks API),
 * which is released when its tab closes for any reason.
 *
 * Browsers offer locks to pages from `https:` and from this computer. On other pages, claims are unknown.
 */

/** Claims on names, among all tabs. */
export interface Claims {
  /** Claims `name`. Resolves to a function that releases it; null if another tab has it or claims are unknown. */
  claim(name: string): Promise<(() => void) | null>;
  /** Returns all claimed names, in any tab; null if claims are unknown. */
  claimed(): Promise<ReadonlySet<string> | null>;
}

/** Part of `navigator.locks` that is used. */
export type Locks = Pick<LockManager, 'request' | 'query'>;

/** Returns claims among all tabs of this origin; unknown without `locks`. */
export function claimsBy(locks: Locks | undefined): Claims {
  return {
    claim: (name) =>
      new Promise((resolve) => {
        const held = (lock: Lock | null): Promise<void> | null => {
          if (lock) return new Promise((release) => resolve(release));
          resolve(null);
          return null;
        };
        if (!locks) resolve(null);
        else locks.request(PREFIX + name, { ifAvailable: true }, held).catch(() => resolve(null));
      }),
    async claimed() {
      try {
        const held = (await locks?.query())?.held;
        return held ? new Set(held.map(({ name = '' }) => name.replace(PREFIX, ''))) : null;
      } catch {
        return null;
      }
    },
  };
}

const PREFIX = 'bufferlab.work.';
