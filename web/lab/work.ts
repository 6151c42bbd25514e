/**
 * Local work: experiments that were changed, kept in the browser until they are taken up again.
 *
 * Every document that was opened and then changed gets a slot of its own. Opening a link, another preset
 * or a second tab therefore never overwrites anything; the newest slot that nobody uses is offered back.
 * Nothing is deleted but by the person, or where the browser's storage is full: then the oldest work goes, only
 * as much as the new needs and only if that helps, and whoever asked is told and handed what went.
 */
import { isRecord } from '../scenario/path';
import type { Scenario } from '../scenario/types';
import type { Claims } from './claims';

/** What a browser's `localStorage` offers; every member may throw. */
export type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export interface Work {
  id: string;
  /** ms since 1970. */
  savedAt: number;
  document: Scenario;
}

/** Why the browser would not keep something: no room is left, or it keeps nothing for this page. */
export type SaveFailure = 'full' | 'denied';

/** How saving ended: `why` it is not kept, or null; and what went for it. */
export interface Saved {
  why: SaveFailure | null;
  removed: Work[];
}

/** Where nobody can say what other tabs use, work is nobody's when it was not saved for so long, ms. */
export const ABANDONED_MS = 24 * 3600 * 1000;

export interface WorkStoreOptions {
  /** Null where the browser keeps nothing. */
  storage: Storage | null;
  claims: Claims;
  /** ms since 1970. */
  now_ms: () => number;
  /** An id that no other tab gives. */
  freshId: () => string;
}

export class WorkStore {
  private readonly tools: WorkStoreOptions;
  private slot: string;
  private claim: Promise<(() => void) | null> | null = null;
  /** What was to be saved last. */
  private latest: Work | null = null;
  /** Where documents were saved, so that going back to one goes back to its slot. */
  private readonly slots = new WeakMap<Scenario, string>();
  /** Hidden in this page, whether or not the browser would keep that. */
  private readonly hidden = new Set<string>();

  constructor(tools: WorkStoreOptions) {
    this.tools = tools;
    this.slot = tools.freshId();
  }

  /** From now on another document is being edited: what was saved stays as it is. */
  beginSlot(): void {
    this.moveTo(this.tools.freshId(), null);
  }

  /** From now on `document` is being edited again, in the slot where it was saved, if that can be claimed. */
  async returnTo(document: Scenario): Promise<void> {
    const before = this.slots.get(document);
    if (before === this.slot) return;
    this.beginSlot();
    const fresh = this.slot;
    const giveBack = before === undefined ? null : await this.claimOf(before);
    if (giveBack && before !== undefined && this.slot === fresh) this.adopt(before, document, giveBack);
    else giveBack?.();
  }

  /** Claims work; null where another tab uses it, or nobody can say. */
  claimOf(id: string): Promise<(() => void) | null> {
    return this.tools.claims.claim(id);
  }

  /** Goes on with `document` in the slot of work that was claimed, giving back the one before. */
  adopt(id: string, document: Scenario, giveBack: () => void): void {
    this.slots.set(document, id);
    this.moveTo(id, Promise.resolve(giveBack));
  }

  /** Puts `document` into the present slot, at once. Nothing else is touched. */
  save(document: Scenario): { work: Work; why: SaveFailure | null } {
    const work = { id: this.slot, savedAt: this.tools.now_ms(), document };
    const why = this.write(work);
    this.latest = work;
    this.slots.set(document, work.id);
    this.claim ??= this.claimOf(this.slot);
    return { work, why };
  }

  /**
   * Puts `work` where there was no room for it, at the cost of the oldest that nobody uses. What went for
   * nothing, or more than was needed, comes back. Where it was saved anew meanwhile, nothing is done.
   */
  async makeRoomFor(work: Work): Promise<Saved> {
    const others = (await this.idle('surely')).filter(({ id }) => id !== work.id);
    if (this.latest?.id === work.id && this.latest !== work) return { why: null, removed: [] };
    let why = this.write(work);
    const taken: Work[] = [];
    while (why === 'full' && others.length > 0) {
      const oldest = others.pop();
      if (!oldest || !this.drop(oldest.id)) break;
      taken.unshift(oldest);
      why = this.write(work);
    }
    return { why, removed: taken.filter((other) => this.write(other) !== null) };
  }

  /** The newest work that nobody uses, that was not hidden and that differs from `present`. */
  async earlier(present: Scenario | null): Promise<Work | null> {
    const same = JSON.stringify(present);
    const hidden = this.hiddenIds();
    const work = await this.idle();
    return work.find(({ id, document }) => !hidden.has(id) && JSON.stringify(document) !== same) ?? null;
  }

  /** Work that neither this tab nor another uses, newest first: where nobody can say, all, or `surely` so. */
  async idle(how?: 'surely'): Promise<Work[]> {
    const claimed = await this.tools.claims.claimed();
    const abandoned_ms = how === 'surely' ? this.tools.now_ms() - ABANDONED_MS : Infinity;
    return this.all().filter(
      ({ id, savedAt }) => id !== this.slot && (claimed ? !claimed.has(id) : savedAt < abandoned_ms),
    );
  }

  /** As it is kept now; null where it is not, or cannot be read. */
  read(id: string): Work | null {
    try {
      return parsed(id, this.tools.storage?.getItem(PREFIX + id) ?? '');
    } catch {
      return null;
    }
  }

  /** Offers it no more; it stays. */
  hide(id: string): void {
    this.hidden.add(id);
    const ids = [...this.hiddenIds()].filter((one) => one === id || this.read(one));
    try {
      this.tools.storage?.setItem(HIDDEN, JSON.stringify(ids));
    } catch {
      // Then it is hidden for as long as the page lasts.
    }
  }

  /** Deletes it. False when the browser would not. */
  drop(id: string): boolean {
    try {
      this.tools.storage?.removeItem(PREFIX + id);
      return true;
    } catch {
      return false;
    }
  }

  private moveTo(slot: string, claim: typeof this.claim): void {
    void this.claim?.then((giveBack) => giveBack?.());
    this.slot = slot;
    this.claim = claim;
  }

  /** All work, newest first; what cannot be read is passed over. */
  private all(): Work[] {
    try {
      const { storage } = this.tools;
      const keys = Array.from({ length: storage?.length ?? 0 }, (_, i) => storage?.key(i) ?? '');
      return keys
        .filter((key) => key.startsWith(PREFIX))
        .flatMap((key) => this.read(key.slice(PREFIX.length)) ?? [])
        .sort((a, b) => b.savedAt - a.savedAt);
    } catch {
      return [];
    }
  }

  private hiddenIds(): Set<string> {
    try {
      const ids: unknown = JSON.parse(this.tools.storage?.getItem(HIDDEN) ?? '[]');
      return new Set([...this.hidden, ...(Array.isArray(ids) ? (ids as string[]) : [])]);
    } catch {
      return this.hidden;
    }
  }

  private write({ id, savedAt, document }: Work): SaveFailure | null {
    const { storage } = this.tools;
    if (!storage) return 'denied';
    try {
      storage.setItem(PREFIX + id, JSON.stringify({ savedAt, document }));
      return null;
    } catch (error) {
      return error instanceof Error && /quota/i.test(error.name) ? 'full' : 'denied';
    }
  }
}

/** The browser's storage, or `null` where asking for it already throws. */
export function browserStorage(): Storage | null {
  try {
    return globalThis.localStorage;
  } catch {
    return null;
  }
}

const PREFIX = 'bufferlab.work.';
const HIDDEN = 'bufferlab.hidden';

function parsed(id: string, text: string): Work | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || typeof value.savedAt !== 'number' || !isRecord(value.document)) return null;
    // Validated by the engine when it is taken up.
    return { id, savedAt: value.savedAt, document: value.document as unknown as Scenario };
  } catch {
    return null;
  }
}
