/**
 * Keeps the page for when there is no network, and tells when there is a newer one.
 *
 * A newer version waits: it is used when the last page of the old one is closed, or when a person asks for it, never in
 * the middle of a run (Service Workers, W3C, Section 2.2.2: waiting and active worker).
 */
import { createStore } from 'zustand/vanilla';
import { Workbox } from 'workbox-window';

/** What there is to say about it. */
export interface OfflineState {
  /** Whether a newer version waits that can be asked for. */
  waiting: boolean;
}

export const offline = createStore<OfflineState>(() => ({ waiting: false }));

let workbox: Workbox | null = null;

/** How often a page that stays open asks for a newer version, ms. */
const EVERY_MS = 6 * 3600 * 1000;

/** Starts keeping the page, if the browser can: in a frame without an origin of its own it cannot. */
export async function keepOffline(script: string, every = EVERY_MS): Promise<void> {
  if (!canKeep()) return;
  workbox = new Workbox(script);
  workbox.addEventListener('waiting', () => offline.setState({ waiting: true }));
  try {
    await workbox.register();
    setInterval(() => void workbox?.update().catch(ignore), every);
  } catch {
    // Private windows of some browsers refuse: the page works without.
  }
}

/** Takes the newer version now: the page begins again from its link. */
export function takeNewer(reload: () => void = () => location.reload()): void {
  workbox?.addEventListener('controlling', reload);
  workbox?.messageSkipWaiting();
}

/** Puts it off until the page is opened again. */
export function later(): void {
  offline.setState({ waiting: false });
}

function canKeep(): boolean {
  try {
    // In a sandbox without an origin looking is refused already.
    return 'serviceWorker' in navigator && isSecureContext && window.origin !== 'null';
  } catch {
    return false;
  }
}

function ignore(): void {
  // No network: next time.
}
