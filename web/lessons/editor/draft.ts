/**
 * Drafts of the editor, as this browser keeps them. Each tab has a draft of its own, which it claims, so that two tabs never
 * overwrite each other's text. A new tab continues the newest draft that no tab uses, and offers the others.
 */
import type { Claims } from '../../lab/claims';
import { isRecord } from '../../scenario/path';
import type { BrowserStore, StoreFailure } from '../../storage/browserStore';

/** A draft with the time of its saving. */
export interface Draft {
  id: string;
  /** Time of saving, milliseconds since 1970. */
  savedAt: number;
  text: string;
}

/** Objects and functions that the drafts use. */
export interface DraftTools {
  store: BrowserStore;
  /** Storage of this tab, which a reload keeps. */
  tab: BrowserStore;
  claims: Claims;
  /** Returns the time in milliseconds since 1970. */
  now_ms: () => number;
  /** Returns an id that no other tab returns. */
  freshId: () => string;
  /** Whether the page was reloaded; a duplicated tab was not. */
  isReload: boolean;
  /** Waits before another attempt to claim a draft. */
  pause: () => Promise<void>;
}

/** Start of the keys of the drafts in the browser's storage. */
const PREFIX = 'bufferlab.lesson-drafts.';

/** Key of the only draft that earlier pages kept. */
const FORMER = 'bufferlab.lesson-draft';

/** Key of the id of this tab's draft. */
const OF_TAB = 'bufferlab.lesson-draft-of-tab';

/** Attempts to claim this tab's draft, which the page before a reload may release late. */
const ATTEMPTS = 6;

/** Drafts in the browser's storage, of which each tab uses its own. */
export class Drafts {
  /** Text of this tab's draft. */
  text = '';
  private id: string;
  private release: (() => void) | null = null;
  private began: Promise<string> | null = null;

  constructor(private readonly tools: DraftTools) {
    this.id = tools.freshId();
  }

  /** Returns the text with which this tab begins: its own before a reload, else that of the newest draft that no tab uses. */
  begin(): Promise<string> {
    this.began ??= this.find();
    return this.began.then(() => this.text);
  }

  /** Keeps the text of this tab's draft. Returns null, or why it is not kept. */
  save(text: string): StoreFailure | null {
    const { store, now_ms } = this.tools;
    if (text === this.text) return null;
    this.text = text;
    if (text !== '') return store.write(PREFIX + this.id, JSON.stringify({ savedAt: now_ms(), text }));
    store.remove(PREFIX + this.id);
    return null;
  }

  /** Lists the drafts of other tabs and of tabs that are closed, newest first. */
  others(): Draft[] {
    return this.tools.store
      .keys(PREFIX)
      .map((key) => key.slice(PREFIX.length))
      .flatMap((id) => (id === this.id ? [] : (this.read(id) ?? [])))
      .sort((a, b) => b.savedAt - a.savedAt);
  }

  /**
   * Opens another draft and returns its text; the present one is kept. A draft that another tab uses is opened as a copy. Returns
   * null if the draft is gone.
   */
  async open(id: string): Promise<string | null> {
    const release = await this.claim(id);
    const draft = this.read(id);
    if (!draft) {
      release?.();
      return null;
    }
    this.moveTo(release ? id : this.tools.freshId(), release);
    this.text = release ? draft.text : '';
    if (!release) this.save(draft.text);
    return draft.text;
  }

  /** Begins an empty draft; the present one is kept. */
  beginNew(): void {
    this.moveTo(this.tools.freshId(), null);
    this.text = '';
  }

  /** Deletes a draft that no tab uses. Returns false if one does. */
  async remove(id: string): Promise<boolean> {
    const release = await this.claim(id);
    const claimed = await this.tools.claims.claimed();
    if (!release && claimed) return false;
    this.tools.store.remove(PREFIX + id);
    release?.();
    return true;
  }

  private async find(): Promise<string> {
    const { store, tab, claims, pause } = this.tools;
    const former = store.text(FORMER);
    if (former !== null) {
      const kept =
        former === '' ||
        store.write(`${PREFIX}former`, JSON.stringify({ savedAt: 0, text: former })) === null;
      if (kept) store.remove(FORMER);
    }
    const own = tab.text(OF_TAB);
    for (let attempt = 0; own !== null && this.read(own) && attempt < ATTEMPTS; attempt += 1) {
      if (await this.adopt(own)) return this.text;
      if ((await claims.claimed()) === null) {
        if (this.tools.isReload) this.continueWith(own, null);
        break;
      }
      await pause();
    }
    if (this.id === own) return this.text;
    const claimed = await claims.claimed();
    const idle = claimed && this.others().find(({ id }) => !claimed.has(nameOf(id)));
    if (idle && (await this.adopt(idle.id))) return this.text;
    this.moveTo(this.id, null);
    return this.text;
  }

  private async adopt(id: string): Promise<boolean> {
    const release = await this.claim(id);
    const draft = release && this.read(id);
    if (!draft) {
      release?.();
      return false;
    }
    this.continueWith(id, release);
    return true;
  }

  private continueWith(id: string, release: (() => void) | null): void {
    this.moveTo(id, release);
    this.text = this.read(id)?.text ?? '';
  }

  private claim(id: string): Promise<(() => void) | null> {
    return this.tools.claims.claim(nameOf(id));
  }

  /** Makes a draft that of this tab; `release` is the claim on it, which is requested if there is none. */
  private moveTo(id: string, release: (() => void) | null): void {
    this.release?.();
    this.id = id;
    this.release = release;
    this.tools.tab.write(OF_TAB, id);
    if (release) return;
    void this.claim(id).then((claim) => {
      if (this.id === id) this.release = claim;
      else claim?.();
    });
  }

  private read(id: string): Draft | null {
    const value = this.tools.store.json(PREFIX + id);
    if (!isRecord(value) || typeof value.savedAt !== 'number' || typeof value.text !== 'string') return null;
    return { id, savedAt: value.savedAt, text: value.text };
  }
}

const nameOf = (id: string): string => `draft.${id}`;

/** Returns the title in the front matter of a text; null if it has none. */
export function titleOf(text: string): string | null {
  return /^title:[ \t]*(.*\S)/m.exec(text)?.[1] ?? null;
}
