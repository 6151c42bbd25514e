/**
 * The views of the page (Lab, Studies, Papers) and the one address that they share.
 *
 * The fragment says which view is open. A link opens in the view of its kind: `#1.d…` is an experiment, for the Lab, and
 * `#1.s…` a study, for Studies. The other views go by name, with data of their own after a slash (`#studies`,
 * `#papers/…`). Each view has an `AddressWindow` of its own, in which its fragment stays as it was while another view
 * is open. A fragment that a closed view writes reaches the address when that view is opened again. A view is notified
 * of a visit only when its own fragment changes, so that switching between views reopens nothing.
 *
 * Inside an iframe the address belongs to the host: views change, the address does not.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AddressWindow } from './address';

/** Name of a view, as addresses have it. */
export type PageView = 'learn' | 'lab' | 'studies' | 'papers';

/** The open view and the fragments of all views. */
export interface ViewsState {
  view: PageView;
  /** Fragment of each view, with `#`; empty if the view has written none yet. */
  hashes: Readonly<Record<PageView, string>>;
}

/** Returns the view in which a fragment opens, given without `#`: the Lab unless the fragment names another. */
export function viewOf(fragment: string): PageView {
  if (/^\d{1,9}\.s/.test(fragment)) return 'studies';
  const name = /^[a-z]+(?=\/|$)/.exec(fragment)?.[0] ?? '';
  return NAMED.find((view) => view === (ALIASES[name] ?? name)) ?? 'lab';
}

/** Names of views in links of earlier releases. */
const ALIASES: Readonly<Record<string, PageView | undefined>> = { curves: 'studies' };

/** Views whose fragments begin with their names. */
const NAMED: readonly PageView[] = ['learn', 'studies', 'papers'];

const BARE: ViewsState['hashes'] = { learn: '#learn', lab: '', studies: '#studies', papers: '#papers' };

/** Opens views and keeps the fragment of each. */
export class Views {
  readonly store: StoreApi<ViewsState>;
  private readonly outer: AddressWindow;
  /** Fragment in the address when each view was left; null for the open view. The view may have written since. */
  private readonly left: Record<PageView, string | null> = {
    learn: null,
    lab: null,
    studies: null,
    papers: null,
  };
  private readonly listeners: Record<PageView, (() => void)[]> = {
    learn: [],
    lab: [],
    studies: [],
    papers: [],
  };

  constructor(outer: AddressWindow) {
    this.outer = outer;
    const { hash } = outer.location;
    const view = viewOf(hash.slice(1));
    this.store = createStore<ViewsState>(() => ({ view, hashes: { ...BARE, [view]: hash } }));
    outer.addEventListener('popstate', () => this.onVisit());
  }

  /** Opens a view as it was left, or at `hash` (`#papers/…`), and adds an entry to the history. */
  open(view: PageView, hash = this.hashOf(view)): void {
    const isVisit = hash !== this.hashOf(view);
    if (this.store.getState().view === view && !isVisit) return;
    try {
      this.write('pushState', hash);
    } catch {
      // This browser limits how often the history is written: the view opens without an entry.
    }
    this.enter(view, hash, isVisit);
  }

  /** Returns the address as this view sees it. */
  window(view: PageView): AddressWindow {
    const { outer } = this;
    const hashOf = (): string => this.hashOf(view);
    const write = (how: 'pushState' | 'replaceState') => (_data: unknown, _unused: string, url?: string) => {
      const hash = url ?? '';
      if (this.store.getState().view === view) this.write(how, hash);
      this.note(view, hash);
    };
    const own: AddressWindow = {
      location: {
        get href(): string {
          return bare(outer.location.href) + hashOf();
        },
        get hash(): string {
          return hashOf();
        },
      },
      history: { pushState: write('pushState'), replaceState: write('replaceState') },
      addEventListener: (_type, listener) => void this.listeners[view].push(listener),
      get parent(): unknown {
        return outer.parent === outer ? own : outer.parent;
      },
    };
    return own;
  }

  /** Handles going back or forward, and a link put into the address. */
  private onVisit(): void {
    const { hash } = this.outer.location;
    const view = viewOf(hash.slice(1));
    const known = this.hashOf(view);
    const returns = this.store.getState().view !== view && (hash === known || hash === this.left[view]);
    if (!returns) {
      this.enter(view, hash, true);
      return;
    }
    // The fragment that the view wrote while it was closed replaces the one that the address held.
    if (hash !== known) this.write('replaceState', known);
    this.enter(view, known, false);
  }

  private enter(view: PageView, hash: string, isVisit: boolean): void {
    const { view: before } = this.store.getState();
    if (before !== view) this.left[before] = this.hashOf(before);
    this.left[view] = null;
    this.note(view, hash);
    this.store.setState({ view });
    if (isVisit) for (const listener of this.listeners[view]) listener();
  }

  private hashOf(view: PageView): string {
    return this.store.getState().hashes[view];
  }

  private note(view: PageView, hash: string): void {
    this.store.setState(({ hashes }) => ({ hashes: { ...hashes, [view]: hash } }));
  }

  private write(how: 'pushState' | 'replaceState', hash: string): void {
    if (this.outer.parent !== this.outer) return;
    this.outer.history[how](null, '', bare(this.outer.location.href) + hash);
  }
}

/** Returns an address without its fragment. */
function bare(href: string): string {
  return href.replace(/#.*$/s, '');
}
