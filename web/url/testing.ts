/** A replacement for the window's address and history in tests. */
import type { AddressWindow } from './address';

/** A window with a history. */
export class FakeWindow implements AddressWindow {
  parent: unknown = this;
  entries: { hash: string; state: unknown }[];
  at = 0;
  private readonly listeners: (() => void)[] = [];
  readonly location;
  readonly history;

  constructor(hash = '') {
    this.entries = [{ hash, state: null }];
    const present = (): { hash: string; state: unknown } => this.entries[this.at]!;
    const hashOf = (url?: string): string => (url?.includes('#') ? url.slice(url.indexOf('#')) : '');
    this.location = {
      get href(): string {
        return `https://lab.test/${present().hash}`;
      },
      get hash(): string {
        return present().hash;
      },
    };
    this.history = {
      get state(): unknown {
        return present().state;
      },
      pushState: (state: unknown, _unused: string, url?: string) => {
        this.entries.splice(++this.at, Infinity, { hash: hashOf(url), state });
      },
      replaceState: (state: unknown, _unused: string, url?: string) => {
        this.entries[this.at] = { hash: hashOf(url), state };
      },
    };
  }

  addEventListener(_type: 'popstate', listener: () => void): void {
    this.listeners.push(listener);
  }

  go(by: number): void {
    this.at += by;
    for (const listener of this.listeners) listener();
  }
}
