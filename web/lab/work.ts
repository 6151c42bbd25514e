/**
 * Local work: the experiment being edited, kept in the browser until it is taken up again.
 *
 * Every document that was opened and then changed gets a slot of its own. Opening a link, another preset
 * or a second tab therefore never overwrites anything; the newest slot of the past is offered back.
 * Where the browser gives no storage (private windows, full quota) the lab works without.
 */
import { isRecord } from '../scenario/path';
import type { Scenario } from '../scenario/types';

/** What a browser's `localStorage` offers; every member may throw. */
export type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export interface Work {
  id: string;
  /** ms since 1970. */
  savedAt: number;
  document: Scenario;
}

/** Slots kept; the oldest go first. */
export const MAX_SLOTS = 5;

export class WorkShelf {
  private readonly storage: Storage | null;
  private readonly now_ms: () => number;
  private readonly freshId: () => string;
  private slot: string;

  /** `now_ms` gives ms since 1970; `freshId` gives ids that no other tab gives. */
  constructor(storage: Storage | null, now_ms: () => number, freshId: () => string) {
    this.storage = storage;
    this.now_ms = now_ms;
    this.freshId = freshId;
    this.slot = freshId();
  }

  /** From now on another document is being edited: what was saved stays as it is. */
  beginSlot(): void {
    this.slot = this.freshId();
  }

  /** Keeps `document` in the present slot. False when the browser would not. */
  save(document: Scenario): boolean {
    const text = JSON.stringify({ savedAt: this.now_ms(), document });
    const others = this.all().filter(({ id }) => id !== this.slot);
    for (const { id } of others.slice(MAX_SLOTS - 1)) this.drop(id);
    if (this.write(text)) return true;
    // Probably full: the oldest work makes room, once.
    const oldest = others.slice(0, MAX_SLOTS - 1).at(-1);
    if (!oldest) return false;
    this.drop(oldest.id);
    return this.write(text);
  }

  /** The newest work that is not the present slot's and differs from `present`. */
  earlier(present: Scenario | null): Work | null {
    const same = JSON.stringify(present);
    return (
      this.all().find(({ id, document }) => id !== this.slot && JSON.stringify(document) !== same) ?? null
    );
  }

  drop(id: string): void {
    try {
      this.storage?.removeItem(PREFIX + id);
    } catch {
      // Storage that cannot be written cannot be cleared either; nothing depends on it.
    }
  }

  /** All work, newest first; what cannot be read is passed over. */
  private all(): Work[] {
    try {
      const keys = Array.from({ length: this.storage?.length ?? 0 }, (_, i) => this.storage?.key(i) ?? '');
      return keys
        .filter((key) => key.startsWith(PREFIX))
        .flatMap((key) => parsed(key.slice(PREFIX.length), this.storage?.getItem(key) ?? ''))
        .sort((a, b) => b.savedAt - a.savedAt);
    } catch {
      return [];
    }
  }

  private write(text: string): boolean {
    try {
      this.storage?.setItem(PREFIX + this.slot, text);
      return this.storage !== null;
    } catch {
      return false;
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

function parsed(id: string, text: string): Work[] {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || typeof value.savedAt !== 'number' || !isRecord(value.document)) return [];
    // Validated by the engine when it is taken up.
    return [{ id, savedAt: value.savedAt, document: value.document as unknown as Scenario }];
  } catch {
    return [];
  }
}
