/**
 * Store of finished runs in the browser, so that a study continues after a reload and no run is simulated twice.
 *
 * Lines are stored compressed, a few dozen per piece, under the slot of their study, and found by their keys from any
 * study. They can be computed again, so the storage removes the oldest pieces if it needs space (`web/storage`).
 *
 *     bufferlab.study.<slot>      {savedAt, study, look}: the last study, opened when the Studies view opens
 *     bufferlab.lines.<slot>.<n>  base64url of deflated lines
 */
import { BrowserStore, SPARE, type Storage } from '../storage/browserStore';
import type { LineStore } from '../sweep/sweep';
import type { StudyDocument } from '../types/engine';
import { isObject } from '../url/json';
import { bytesFromText, textFromBytes } from '../url/base64url';
import { deflate, inflate } from '../url/inflate';

/** Number of lines of a full piece. */
const PIECE = 40;
/** Milliseconds before new lines are written. */
const WRITE_MS = 1000;
/** Size of the largest piece that is unpacked, in bytes. */
const MOST_BYTES = 4_000_000;

/** Storage, clock and ids of the store. */
export interface LineStoreOptions {
  storage: Storage | null;
  now_ms: () => number;
  freshId: () => string;
}

/** The study that ran last, with its view settings as text of a link. */
export interface LastStudy {
  study: StudyDocument;
  settings: string;
}

/** Lines of finished runs in the browser's storage. */
export class BrowserLineStore implements LineStore {
  private slot: string;
  private piece = 0;
  /** Lines of the piece that is not full yet. */
  private lines: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  private readonly store: BrowserStore;

  constructor(private readonly tools: LineStoreOptions) {
    this.store = new BrowserStore(tools.storage);
    this.slot = tools.freshId();
  }

  /** Begins a new slot, for the lines of this study. */
  begin(study: StudyDocument, settings: string): void {
    this.flush();
    this.slot = this.tools.freshId();
    this.piece = 0;
    this.lines = [];
    // Only the last study is opened again; its lines stay longer.
    for (const key of this.store.keys(STUDY)) this.store.remove(key);
    this.store.write(
      STUDY + this.slot,
      JSON.stringify({ savedAt: this.tools.now_ms(), study, look: settings }),
    );
  }

  /** Adds a line, which is written shortly after. */
  add(text: string): void {
    this.lines.push(text);
    this.timer ??= setTimeout(() => this.flush(), WRITE_MS);
  }

  /** Writes all new lines at once. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.lines.length === 0) return;
    const bytes = new TextEncoder().encode(this.lines.join('\n'));
    this.store.write(`${SPARE}${this.slot}.${this.piece}`, textFromBytes(deflate(bytes)));
    if (this.lines.length < PIECE) return;
    this.piece += 1;
    this.lines = [];
  }

  /** Finds lines by their keys. */
  async find(keys: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (const key of this.store.keys(SPARE)) {
      if (found.size === keys.size) break;
      for (const line of this.unpacked(key)) {
        const name = keyOf(line);
        if (name !== null && keys.has(name)) found.set(name, line);
      }
      // Unpacking a piece takes a few milliseconds.
      await new Promise((turn) => setTimeout(turn));
    }
    return found;
  }

  /** Returns the study that ran last; null if there is none. */
  latest(): LastStudy | null {
    const all = this.store.keys(STUDY).flatMap((key) => {
      const value = this.store.json(key);
      // The engine checks it when it is opened.
      return isObject(value) && isObject(value.study) ? [value] : [];
    });
    const [newest] = all.sort((a, b) => Number(b.savedAt) - Number(a.savedAt));
    if (!newest) return null;
    return {
      study: newest.study as StudyDocument,
      settings: typeof newest.look === 'string' ? newest.look : '',
    };
  }

  private unpacked(key: string): string[] {
    try {
      const bytes = bytesFromText(this.store.text(key) ?? '');
      const inflated = bytes && inflate(bytes, MOST_BYTES);
      return inflated?.ok ? new TextDecoder().decode(inflated.bytes).split('\n') : [];
    } catch {
      return [];
    }
  }
}

const STUDY = 'bufferlab.study.';

/** Returns the key at the start of a line; null if it is not a finished run. */
function keyOf(line: string): string | null {
  return /^\{"key":"([0-9a-f]{32})"/.exec(line.slice(0, 48))?.[1] ?? null;
}
