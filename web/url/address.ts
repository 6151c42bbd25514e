/**
 * The address bar: says which experiment this is, with the manners of a good page.
 *
 * A change pushes one history entry; the changes of a gesture after the first replace it, so that a drag
 * of any length adds one. Writing waits a moment for more, because browsers ration it. Going back or
 * forward opens the experiment of that entry. Inside an iframe the address is never written: its history
 * is the host's.
 */
import type { Decoded } from './codec';
import type * as formats from './formats';

/** Links and files, fetched when they are first needed; null if they cannot be had. */
export type GetFormats = () => Promise<typeof formats | null>;

/** Said where links and files cannot be had. */
export const NO_FORMATS =
  'The part of the page that reads and writes links and files could not be loaded. Check the connection, then reload the page.';

export type Mode = 'push' | 'replace';

/** What is used of `window`; tests bring their own. */
export interface AddressWindow {
  location: { href: string; hash: string };
  history: { pushState: HistoryWrite; replaceState: HistoryWrite };
  addEventListener(type: 'popstate', listener: () => void): void;
  parent: unknown;
}

type HistoryWrite = (data: unknown, unused: string, url?: string) => void;

/** How long writing waits for further changes, ms: fewer than 100 writes in 30 s. */
export const WRITE_DELAY_MS = 400;

export class AddressBar {
  private readonly window: AddressWindow | null;
  private readonly formats: GetFormats;
  /** False inside an iframe, and where there is no window at all. */
  private readonly ours: boolean;
  private waiting: { fragment: () => Promise<string | null>; mode: Mode } | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private writing: Promise<void> = Promise.resolve();

  constructor(window: AddressWindow | null, formats: GetFormats) {
    this.window = window;
    this.formats = formats;
    this.ours = window !== null && window.parent === window;
  }

  /** What the address holds now. */
  async read(): Promise<Decoded> {
    const text = this.fragment();
    if (text === '')
      return { ok: false, reason: 'empty', message: 'There is no experiment in this address.' };
    const formats = await this.formats();
    return formats?.decodeLink(text) ?? { ok: false, reason: 'unread', message: NO_FORMATS };
  }

  /**
   * Calls `open` whenever the person goes back or forward, or pastes another link over this one; where
   * several come before the first is read, for the last.
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

  /** Shows what `fragment` gives (`null`: too big for a link; the address stays), after a moment. */
  show(fragment: () => Promise<string | null>, mode: Mode): void {
    if (!this.ours) return;
    const pushes = mode === 'push' || this.waiting?.mode === 'push';
    this.waiting = { fragment, mode: pushes ? 'push' : 'replace' };
    this.timer ??= setTimeout(() => void this.flush(), WRITE_DELAY_MS);
  }

  /** Writes what waits, at once. */
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
      // Rationed, or too long for this browser: the next change tries again; sharing offers a file.
    }
  }
}
