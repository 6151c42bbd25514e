/**
 * Finished runs, kept in the browser so that a study goes on after a reload and nothing is simulated twice.
 *
 * Lines are kept deflated, a few dozen in a piece, under the slot of the study that ran them, and found again by
 * their keys, whichever study they belong to then. What is kept can be computed again, so it may go: beyond
 * `ROOM` characters, or where the browser has no more room, the oldest slot goes first. A person's own
 * experiments (`web/lab/work.ts`) are never touched.
 *
 *     bufferlab.study.<slot>      {savedAt, study, look}: what ran last is offered when Curves is opened again
 *     bufferlab.lines.<slot>.<n>  base64url of deflated lines
 */
import type { Storage } from '../lab/work';
import type { LineStore } from '../study/sweep';
import type { StudyDocument } from '../types/engine';
import { isObject } from '../url/json';
import { bytesFromText, textFromBytes } from '../url/base64url';
import { deflate, inflate } from '../url/inflate';

/** Characters that finished runs may take of the browser's storage. */
export const ROOM = 2_000_000;
/** Lines of a full piece. */
const PIECE = 40;
/** Milliseconds that lines wait to be written. */
const WRITE_MS = 1000;
/** Largest piece that is unpacked, bytes. */
const MOST_BYTES = 4_000_000;

export interface LineStoreOptions {
  storage: Storage | null;
  now_ms: () => number;
  freshId: () => string;
}

export interface LastStudy {
  study: StudyDocument;
  settings: string;
}

export class BrowserLineStore implements LineStore {
  private slot: string;
  private piece = 0;
  /** Lines of the piece that is being filled. */
  private lines: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly tools: LineStoreOptions) {
    this.slot = tools.freshId();
  }

  /** From now on lines belong to this study. */
  begin(study: StudyDocument, settings: string): void {
    this.flush();
    this.slot = this.tools.freshId();
    this.piece = 0;
    this.lines = [];
    // One study is offered again; lines outlive it.
    for (const key of this.keys(STUDY)) this.remove(key);
    this.write(STUDY + this.slot, JSON.stringify({ savedAt: this.tools.now_ms(), study, look: settings }));
  }

  keep(text: string): void {
    this.lines.push(text);
    this.timer ??= setTimeout(() => this.flush(), WRITE_MS);
  }

  /** Writes what waits, at once. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.lines.length === 0) return;
    const bytes = new TextEncoder().encode(this.lines.join('\n'));
    this.write(`${LINES}${this.slot}.${this.piece}`, textFromBytes(deflate(bytes)));
    if (this.lines.length < PIECE) return;
    this.piece += 1;
    this.lines = [];
  }

  async find(keys: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (const key of this.keys(LINES)) {
      if (found.size === keys.size) break;
      for (const line of this.unpacked(key)) {
        const name = keyOf(line);
        if (name !== null && keys.has(name)) found.set(name, line);
      }
      // Each piece is a few milliseconds of unpacking.
      await new Promise((turn) => setTimeout(turn));
    }
    return found;
  }

  /** The study that ran last; null where there is none. */
  latest(): LastStudy | null {
    const all = this.keys(STUDY).flatMap((key) => {
      try {
        const value: unknown = JSON.parse(this.tools.storage?.getItem(key) ?? '');
        // Validated by the engine when it is opened.
        return isObject(value) && isObject(value.study) ? [value] : [];
      } catch {
        return [];
      }
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
      const bytes = bytesFromText(this.tools.storage?.getItem(key) ?? '');
      const inflated = bytes && inflate(bytes, MOST_BYTES);
      return inflated?.ok ? new TextDecoder().decode(inflated.bytes).split('\n') : [];
    } catch {
      return [];
    }
  }

  private write(key: string, text: string): void {
    const { storage } = this.tools;
    if (!storage) return;
    this.makeRoom(text.length);
    for (;;) {
      try {
        storage.setItem(key, text);
        return;
      } catch {
        if (!this.dropOldest()) return;
      }
    }
  }

  private makeRoom(needed: number): void {
    const taken = (): number =>
      this.keys(LINES).reduce((sum, key) => sum + (this.tools.storage?.getItem(key)?.length ?? 0), 0);
    while (taken() + needed > ROOM && this.dropOldest());
  }

  /** Removes the first piece of another study, or of this one where there is no other; false if nothing is left. */
  private dropOldest(): boolean {
    const mine = `${LINES}${this.slot}.`;
    const keys = this.keys(LINES);
    const victim =
      keys.find((key) => !key.startsWith(mine)) ?? keys.find((key) => key !== `${mine}${this.piece}`);
    return victim !== undefined && this.remove(victim);
  }

  private remove(key: string): boolean {
    try {
      this.tools.storage?.removeItem(key);
      return true;
    } catch {
      return false;
    }
  }

  private keys(prefix: string): string[] {
    try {
      const { storage } = this.tools;
      const all = Array.from({ length: storage?.length ?? 0 }, (_, i) => storage?.key(i) ?? '');
      return all.filter((key) => key.startsWith(prefix)).sort();
    } catch {
      return [];
    }
  }
}

const STUDY = 'bufferlab.study.';
const LINES = 'bufferlab.lines.';

/** The key that a line begins with; null of what is no finished run. */
function keyOf(line: string): string | null {
  return /^\{"key":"([0-9a-f]{32})"/.exec(line.slice(0, 48))?.[1] ?? null;
}
