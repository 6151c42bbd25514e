/**
 * Which pieces of work are in use, here or in another tab: each is claimed by a lock of the browser, which
 * gives it back by itself when a tab goes, however it goes.
 *
 * Browsers offer locks to pages of `https:` and of this computer; elsewhere nobody can say what is in use.
 */

export interface Claims {
  /** Claims `name`. Resolves to how to give it back; null where another tab has it, or nobody can say. */
  claim(name: string): Promise<(() => void) | null>;
  /** All that is claimed, in any tab; null where nobody can say. */
  claimed(): Promise<ReadonlySet<string> | null>;
}

/** What is used of `navigator.locks`. */
export type Locks = Pick<LockManager, 'request' | 'query'>;

/** Claims among all tabs of this origin. */
export function claimsBy(locks: Locks | undefined): Claims {
  return {
    claim: (name) =>
      new Promise((resolve) => {
        const held = (lock: Lock | null): Promise<void> | null => {
          if (lock) return new Promise((giveBack) => resolve(giveBack));
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
