/**
 * The rooms of the page, and one address between them.
 *
 * The fragment says which room is open: a link's own kind (`#1.d…` is an experiment, for the Lab, `#1.s…` a study,
 * for Curves), or the room's name, with anything of its own behind a slash (`#curves`, `#papers/…`). Each room sees a window of
 * its own (`window`): there its fragment stays what it was while another room is open, and what it writes then
 * waits until it is opened again. So a room hears of a visit only when its own fragment becomes another, and
 * going to and fro between rooms opens nothing anew.
 *
 * Inside an iframe the address is the host's: rooms change, the address does not.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AddressWindow } from './address';

export type Room = 'lab' | 'curves' | 'papers';

export interface RoomsState {
  room: Room;
  /** What each room's address holds, with `#`; empty where nothing was written yet. */
  hashes: Readonly<Record<Room, string>>;
}

/** The room that a fragment, without `#`, opens in: the Lab, unless it says another. */
export function roomOf(fragment: string): Room {
  if (/^\d{1,9}\.s/.test(fragment)) return 'curves';
  return NAMED.find((room) => fragment === room || fragment.startsWith(`${room}/`)) ?? 'lab';
}

/** Those that are named by their fragments. */
const NAMED: readonly Room[] = ['curves', 'papers'];

const BARE: RoomsState['hashes'] = { lab: '', curves: '#curves', papers: '#papers' };

export class Rooms {
  readonly store: StoreApi<RoomsState>;
  private readonly outer: AddressWindow;
  /** What the address held when a room was left, which may have written since; null for the one that is open. */
  private readonly left: Record<Room, string | null> = { lab: null, curves: null, papers: null };
  private readonly listeners: Record<Room, (() => void)[]> = { lab: [], curves: [], papers: [] };

  constructor(outer: AddressWindow) {
    this.outer = outer;
    const { hash } = outer.location;
    const room = roomOf(hash.slice(1));
    this.store = createStore<RoomsState>(() => ({ room, hashes: { ...BARE, [room]: hash } }));
    outer.addEventListener('popstate', () => this.onVisit());
  }

  /** Opens a room as it was left, or where `hash` says (`#papers/…`): an entry of the history. */
  open(room: Room, hash = this.hashOf(room)): void {
    const isVisit = hash !== this.hashOf(room);
    if (this.store.getState().room === room && !isVisit) return;
    try {
      this.write('pushState', hash);
    } catch {
      // Rationed by this browser: the room opens all the same.
    }
    this.enter(room, hash, isVisit);
  }

  /** The address as this room sees it. */
  window(room: Room): AddressWindow {
    const { outer } = this;
    const hashOf = (): string => this.hashOf(room);
    const write = (how: 'pushState' | 'replaceState') => (_data: unknown, _unused: string, url?: string) => {
      const hash = url ?? '';
      if (this.store.getState().room === room) this.write(how, hash);
      this.note(room, hash);
    };
    const view: AddressWindow = {
      location: {
        get href(): string {
          return bare(outer.location.href) + hashOf();
        },
        get hash(): string {
          return hashOf();
        },
      },
      history: { pushState: write('pushState'), replaceState: write('replaceState') },
      addEventListener: (_type, listener) => void this.listeners[room].push(listener),
      get parent(): unknown {
        return outer.parent === outer ? view : outer.parent;
      },
    };
    return view;
  }

  /** The person went back or forward, or put another link into the address. */
  private onVisit(): void {
    const { hash } = this.outer.location;
    const room = roomOf(hash.slice(1));
    const known = this.hashOf(room);
    const returns = this.store.getState().room !== room && (hash === known || hash === this.left[room]);
    if (!returns) {
      this.enter(room, hash, true);
      return;
    }
    // What the room wrote meanwhile takes the place of what the address held when it was left.
    if (hash !== known) this.write('replaceState', known);
    this.enter(room, known, false);
  }

  private enter(room: Room, hash: string, isVisit: boolean): void {
    const { room: before } = this.store.getState();
    if (before !== room) this.left[before] = this.hashOf(before);
    this.left[room] = null;
    this.note(room, hash);
    this.store.setState({ room });
    if (isVisit) for (const listener of this.listeners[room]) listener();
  }

  private hashOf(room: Room): string {
    return this.store.getState().hashes[room];
  }

  private note(room: Room, hash: string): void {
    this.store.setState(({ hashes }) => ({ hashes: { ...hashes, [room]: hash } }));
  }

  private write(how: 'pushState' | 'replaceState', hash: string): void {
    if (this.outer.parent !== this.outer) return;
    this.outer.history[how](null, '', bare(this.outer.location.href) + hash);
  }
}

/** An address without its fragment. */
function bare(href: string): string {
  return href.replace(/#.*$/s, '');
}
