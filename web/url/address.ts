/**
 * The address bar, which contains the experiment.
 *
 * A change adds one history entry; further changes of a gesture replace it, so that a drag of any length adds one entry.
 * Writing is delayed, since browsers limit its rate. Going back or forward opens the experiment of that entry. Inside an
 * iframe the address is never written, since the history belongs to the host.
 */
import type { Decoded } from './codec';
import type * as formats from './formats';
import { ADDRESS } from './strings';

/** Loads the part that reads and writes links and files; resolves to null if that fails. */
export type GetFormats = () => Promise<typeof formats | null>;

/** How an address is written: as a new entry of the history, or in place of the present one. */
export type Mode = 'push' | 'replace';

/** Part of `window` that is used; tests have their own. */
export interface AddressWindow {
  location: { href: string; hash: string };
  history: { pushState: HistoryWrite; replaceState: HistoryWrite };
  addEventListener(type: 'popstate', listener: () => void): void;
  parent: unknown;
}

type HistoryWrite = (data: unknown, unused: string, url?: string) => void;

/** Delay of writing, ms, which gives fewer than 100 writes in 30 s. */
export const WRITE_DELAY_MS = 400;

/** Reads and writes the fragment of an address. */
export class AddressBar {
  private readonly window: AddressWindow | null;
  private readonly formats: GetFormats;
  /** Whether this page may write the address: false inside an iframe, and without a window. */
  private readonly ours: boolean;
  private waiting: { fragment: () => Promise<string | null>; mode: Mode } | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private writing: Promise<void> = Promise.resolve();

  constructor(window: AddressWindow | null, formats: GetFormats) {
    this.window = window;
    this.formats = formats;
    this.ours = window !== null && window.parent === window;
  }

  /** Reads the link in the address. */
  async read(): Promise<Decoded> {
    const text = this.fragment();
    if (text === '') return { ok: false, reason: 'empty', message: ADDRESS.empty };
    const formats = await this.formats();
    return formats?.decodeLink(text) ?? { ok: false, reason: 'unread', message: ADDRESS.noFormats };
  }

  /**
   * Calls `open` when the user goes back or forward, or enters another link. If several visits come before the first is
   * read, only the last is opened.
   */
  onVisit(open: (decoded: Decoded) => void): void {
    let visits = 0;
    this.window?.addEventListener('popstate', () => {
      this.forget();
      const visit = ++visits;
      void this.read().then((decoded) => {
        if (visit === visits) open(decoded);
      });
    });
  }

  /** Writes the result of `fragment` after a delay; `null` (too big for a link) leaves the address unchanged. */
  show(fragment: () => Promise<string | null>, mode: Mode): void {
    if (!this.ours) return;
    const pushes = mode === 'push' || this.waiting?.mode === 'push';
    this.waiting = { fragment, mode: pushes ? 'push' : 'replace' };
    this.timer ??= setTimeout(() => void this.flush(), WRITE_DELAY_MS);
  }

  /** Writes immediately if a change waits. */
  flush(): Promise<void> {
    const { waiting } = this;
    this.forget();
    if (waiting) {
      this.writing = this.writing.then(async () => {
        const text = await waiting.fragment();
        if (text === null || text === this.fragment()) return;
        this.write(waiting.mode, `#${text}`);
      });
    }
    return this.writing;
  }

  private fragment(): string {
    return this.window?.location.hash.replace(/^#/, '') ?? '';
  }

  private forget(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.waiting = null;
  }

  private write(mode: Mode, url: string): void {
    try {
      if (mode === 'push') this.window?.history.pushState(null, '', url);
      else this.window?.history.replaceState(null, '', url);
    } catch {
      // The browser limits the rate or the length: the next change tries again, and sharing offers a file.
    }
  }
}
