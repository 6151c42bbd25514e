/**
 * The address bar: says which experiment this is, with the manners of a good page.
 *
 * A change pushes one history entry; the changes of a gesture after the first replace it, so that a drag
 * of any length adds one. Writing waits a moment for more, because browsers ration it. Going back or
 * forward opens the experiment of that entry. Inside an iframe the address is never written: its history
 * is the host's.
 */
import { decodeLink, type Decoded } from './codec';

export type Mode = 'push' | 'replace';

/** What is used of `window`; tests bring their own. */
export interface AddressWindow {
  location: { href: string; hash: string };
  history: { pushState: HistoryWrite; replaceState: HistoryWrite; readonly state: unknown };
  addEventListener(type: 'popstate', listener: () => void): void;
  parent: unknown;
}

type HistoryWrite = (data: unknown, unused: string, url?: string) => void;

/** How long writing waits for further changes, ms: fewer than 100 writes in 30 s. */
export const WRITE_DELAY_MS = 400;

export class AddressBar {
  private readonly window: AddressWindow | null;
  /** False inside an iframe, and where there is no window at all. */
  private readonly ours: boolean;
  private waiting: { fragment: () => Promise<string | null>; mode: Mode } | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private writing: Promise<void> = Promise.resolve();

  constructor(window: AddressWindow | null) {
    this.window = window;
    this.ours = window !== null && window.parent === window;
  }

  /** What the address holds now. */
  read(): Decoded {
    return decodeLink(this.fragment());
  }

  /** Calls `open` whenever the person goes back or forward, or pastes another link over this one. */
  onVisit(open: (decoded: Decoded) => void): void {
    this.window?.addEventListener('popstate', () => {
      this.forget();
      open(this.read());
    });
  }

  /**
   * Notes what the present entry shows without changing the address: an address without experiment stays
   * clean, and coming back to it brings the experiment back.
   */
  remember(fragment: () => Promise<string | null>): void {
    const { window } = this;
    if (!window || !this.ours) return;
    this.writing = this.writing.then(async () => {
      const text = await fragment();
      if (text !== null) this.write('replace', text, window.location.href);
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
        this.write(waiting.mode, text, `#${text}`);
      });
    }
    return this.writing;
  }

  private fragment(): string {
    const shown = this.window?.location.hash.replace(/^#/, '') ?? '';
    if (shown !== '') return shown;
    const state = this.window?.history.state;
    return isNoted(state) ? state.fragment : '';
  }

  private forget(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.waiting = null;
  }

  private write(mode: Mode, fragment: string, url: string): void {
    const note: Noted = { fragment };
    try {
      if (mode === 'push') this.window?.history.pushState(note, '', url);
      else this.window?.history.replaceState(note, '', url);
    } catch {
      // Rationed, or too long for this browser: the next change tries again; sharing offers a file.
    }
  }
}

/** What we keep with a history entry: its fragment, in case the address is clean. */
interface Noted {
  fragment: string;
}

function isNoted(state: unknown): state is Noted {
  return (
    typeof state === 'object' && state !== null && 'fragment' in state && typeof state.fragment === 'string'
  );
}
