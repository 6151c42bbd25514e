/**
 * Work in the browser: changed experiments, saved until they are resumed.
 *
 * Each document that is opened and changed gets a slot of its own, which its tab claims. Opening a link, another preset
 * or a second tab therefore never overwrites work, and the newest slot that no tab uses is offered. Only the user
 * deletes work, except when the storage is full of work: then the oldest is removed, only as much as the new work needs and
 * only if that helps, and the caller gets the removed work.
 */
import { isRecord } from '../scenario/path';
import type { Scenario } from '../scenario/types';
import { BrowserStore, type Storage, type StoreFailure } from '../storage/browserStore';
import type { Claims } from './claims';

/** An experiment saved in a slot. */
export interface Work {
  id: string;
  /** Time of saving, milliseconds since 1970. */
  savedAt: number;
  document: Scenario;
}

/** Result of saving: `why` it failed, or null; and the work that was removed for it. */
export interface Saved {
  why: StoreFailure | null;
  removed: Work[];
}

/** Time without saving after which work counts as unused where claims are unknown, ms. */
export const ABANDONED_MS = 24 * 3600 * 1000;

/** Objects and functions that the store uses. */
export interface WorkStoreOptions {
  /** Storage of the browser; null if there is none. */
  storage: Storage | null;
  claims: Claims;
  /** Returns the time in milliseconds since 1970. */
  now_ms: () => number;
  /** Returns an id that no other tab returns. */
  freshId: () => string;
}

/** Saved work in slots, of which each tab uses its own. */
export class WorkStore {
  private readonly tools: WorkStoreOptions;
  private readonly store: BrowserStore;
  private slot: string;
  private claim: Promise<(() => void) | null> | null = null;
  /** The work that was last to be saved. */
  private latest: Work | null = null;
  /** Slots of documents, so that returning to a document returns to its slot. */
  private readonly slots = new WeakMap<Scenario, string>();
  /** Ids of work hidden by this page, even if the browser does not store them. */
  private readonly hidden = new Set<string>();

  constructor(tools: WorkStoreOptions) {
    this.tools = tools;
    this.store = new BrowserStore(tools.storage);
    this.slot = tools.freshId();
  }

  /** Begins a new slot for another document; saved work is unchanged. */
  beginSlot(): void {
    this.moveTo(this.tools.freshId(), null);
  }

  /** Returns to the slot in which `document` was saved, if it can be claimed. */
  async returnTo(document: Scenario): Promise<void> {
    const before = this.slots.get(document);
    if (before === this.slot) return;
    this.beginSlot();
    const fresh = this.slot;
    const release = before === undefined ? null : await this.claimOf(before);
    if (release && before !== undefined && this.slot === fresh) this.adopt(before, document, release);
    else release?.();
  }

  /** Claims work; resolves to null if another tab uses it or claims are unknown. */
  claimOf(id: string): Promise<(() => void) | null> {
    return this.tools.claims.claim(id);
  }

  /** Continues `document` in the slot of claimed work, and releases the previous slot. */
  adopt(id: string, document: Scenario, release: () => void): void {
    this.slots.set(document, id);
    this.moveTo(id, Promise.resolve(release));
  }

  /** Saves `document` in the present slot immediately. */
  save(document: Scenario): { work: Work; why: StoreFailure | null } {
    const work = { id: this.slot, savedAt: this.tools.now_ms(), document };
    const why = this.write(work);
    this.latest = work;
    this.slots.set(document, work.id);
    this.claim ??= this.claimOf(this.slot);
    return { work, why };
  }

  /**
   * Saves `work` in a full storage by removing the oldest unused work. Work that was removed without need is restored.
   * Nothing is done if `work` was saved again meanwhile.
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

  /** Returns the newest unused work that is not hidden and differs from `present`; null if there is none. */
  async earlier(present: Scenario | null): Promise<Work | null> {
    const same = JSON.stringify(present);
    const hidden = this.hiddenIds();
    const work = await this.idle();
    return work.find(({ id, document }) => !hidden.has(id) && JSON.stringify(document) !== same) ?? null;
  }

  /** Lists work that no tab uses, newest first. With unknown claims, `surely` leaves out work saved recently. */
  async idle(how?: 'surely'): Promise<Work[]> {
    const claimed = await this.tools.claims.claimed();
    const abandoned_ms = how === 'surely' ? this.tools.now_ms() - ABANDONED_MS : Infinity;
    return this.all().filter(
      ({ id, savedAt }) => id !== this.slot && (claimed ? !claimed.has(id) : savedAt < abandoned_ms),
    );
  }

  /** Reads saved work; null if it does not exist or cannot be read. */
  read(id: string): Work | null {
    const value = this.store.json(PREFIX + id);
    if (!isRecord(value) || typeof value.savedAt !== 'number' || !isRecord(value.document)) return null;
    // The engine validates it when it is resumed.
    return { id, savedAt: value.savedAt, document: value.document as unknown as Scenario };
  }

  /** Hides work from the offers without deleting it. */
  hide(id: string): void {
    this.hidden.add(id);
    const ids = [...this.hiddenIds()].filter((one) => one === id || this.read(one));
    // Without storage it is hidden until the page is closed.
    this.store.write(HIDDEN, JSON.stringify(ids));
  }

  /** Deletes work. Returns false if the browser refuses. */
  drop(id: string): boolean {
    return this.store.remove(PREFIX + id);
  }

  private moveTo(slot: string, claim: typeof this.claim): void {
    void this.claim?.then((release) => release?.());
    this.slot = slot;
    this.claim = claim;
  }

  /** Lists all work, newest first, without unreadable entries. */
  private all(): Work[] {
    return this.store
      .keys(PREFIX)
      .flatMap((key) => this.read(key.slice(PREFIX.length)) ?? [])
      .sort((a, b) => b.savedAt - a.savedAt);
  }

  private hiddenIds(): Set<string> {
    const ids = this.store.json(HIDDEN);
    return new Set([...this.hidden, ...(Array.isArray(ids) ? (ids as string[]) : [])]);
  }

  private write({ id, savedAt, document }: Work): StoreFailure | null {
    return this.store.write(PREFIX + id, JSON.stringify({ savedAt, document }));
  }
}

const PREFIX = 'bufferlab.work.';
const HIDDEN = 'bufferlab.hidden';
