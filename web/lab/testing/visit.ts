/** A whole laboratory in tests: fake engine, fake window, fake storage, fake time (Vitest's timers). */
import { vi } from 'vitest';
import { FakeWorker } from '../../engine/testing/fake-worker';
import { FrameLoop } from '../../samples/loop';
import { encodeLink } from '../../url/codec';
import * as formats from '../../url/formats';
import type { Moment } from '../../url/moment';
import { FakeWindow } from '../../url/testing';
import { claimsBy, type Claims, type Locks } from '../claims';
import { LoadedFiles } from '../files';
import { createLab, type Lab, type Environment } from '../lab';
import type { LabState } from '../state';
import type { Storage } from '../../storage/browserStore';

export class FakeStorage implements Storage {
  /** Those of the same browser. */
  readonly locks = new FakeLocks();
  readonly items = new Map<string, string>();
  /** Characters it takes; beyond, it throws as browsers do. */
  quota = Infinity;

  get length(): number {
    return this.items.size;
  }
  key(i: number): string | null {
    return [...this.items.keys()][i] ?? null;
  }
  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    const others = [...this.items].reduce((sum, [name, text]) => sum + (name === key ? 0 : text.length), 0);
    if (others + value.length > this.quota) throw new DOMException('full', 'QuotaExceededError');
    this.items.set(key, value);
  }
  removeItem(key: string): void {
    this.items.delete(key);
  }
}

/** The locks of a browser, which all its tabs share. */
export class FakeLocks {
  readonly held = new Set<string>();

  /** The claims of one tab. */
  tab(): Claims & { goes(): void } {
    const mine = new Map<string, () => void>();
    const request = (name: string, _: LockOptions, hold: (lock: Lock | null) => unknown): Promise<void> => {
      if (this.held.has(name)) return Promise.resolve(hold(null)).then(() => undefined);
      this.held.add(name);
      const release = (): void => {
        if (mine.delete(name)) this.held.delete(name);
      };
      mine.set(name, release);
      return Promise.resolve(hold({ name, mode: 'exclusive' })).then(release);
    };
    const query = (): Promise<LockManagerSnapshot> =>
      Promise.resolve({ held: [...this.held].map((name) => ({ name })), pending: [] });
    const goes = (): void => mine.forEach((release) => release());
    return { ...claimsBy({ request, query } as unknown as Locks), goes };
  }
}

export interface Visit extends Lab {
  state(): LabState;
  window: FakeWindow;
  storage: FakeStorage;
  workers: FakeWorker[];
  /** The tab is closed: what it claimed is given back. */
  goes(): void;
  /** The worker in use. */
  worker(): FakeWorker;
}

export function visit(
  options: { hash?: string; storage?: FakeStorage; embedded?: boolean; isSeen?: boolean } = {},
): Visit {
  const window = new FakeWindow(options.hash);
  if (options.embedded) window.parent = {};
  const storage = options.storage ?? new FakeStorage();
  const lab = made(window, storage, { window, storage, isSeen: () => options.isSeen ?? true });
  lab.start();
  return lab;
}

/** A second laboratory on the page of `first`, not started yet. */
export function another({ window, storage }: Visit): Visit {
  return made(window, storage, { window: null, storage: null });
}

/** Ids of slots are given once. */
let ids = 0;

/** A laboratory on a page, with what it is given of it. */
function made(
  window: FakeWindow,
  storage: FakeStorage,
  given: Pick<Environment, 'window' | 'storage' | 'isSeen'>,
): Visit {
  const workers: FakeWorker[] = [];
  const { goes, ...claims } = storage.locks.tab();
  const lab = createLab({
    ...given,
    spawn: () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker;
    },
    loop: new FrameLoop((callback) => void setTimeout(callback, 16)),
    formats: () => Promise.resolve(formats),
    files: new LoadedFiles(),
    now_ms: () => Date.now(),
    claims,
    freshId: () => `slot${++ids}`,
  });
  return {
    ...lab,
    goes() {
      lab.close();
      goes();
    },
    state: () => lab.store.getState(),
    window,
    storage,
    workers,
    worker: () => workers.at(-1)!,
  };
}

/** Lets fake time pass. */
export const wait = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

/** A laboratory whose first experiment is open. */
export async function arrived(options: Parameters<typeof visit>[0] = {}): Promise<Visit> {
  const v = visit(options);
  await wait(100);
  return v;
}

/** The address's fragment for any scenario, refused ones too. */
export function hashOf(scenario: unknown, moment: Moment = {}): string {
  const encoded = encodeLink(scenario, moment);
  return encoded.ok ? `#${encoded.fragment}` : '';
}

/** The path of the fake scenario's buffer, and its value. */
export const LIMIT = 'bottlenecks.r0.queue.limit_packets';
export const limitOf = (v: Visit, which: 'document' | 'current' = 'current'): unknown =>
  v.state()[which]?.bottlenecks[0]?.queue.limit_packets;
