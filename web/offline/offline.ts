/**
 * Keeps the page for use without a network, and reports new versions.
 *
 * A new version waits until the last page of the old version is closed or the user requests it, so that it never
 * interrupts a run (Service Workers, W3C, Section 2.2.2: waiting and active worker).
 */
import { createStore } from 'zustand/vanilla';
import { Workbox } from 'workbox-window';

/** State of the new version. */
export interface OfflineState {
  /** Whether a new version waits. */
  waiting: boolean;
}

/** Store with the state of the new version. */
export const offline = createStore<OfflineState>(() => ({ waiting: false }));

let workbox: Workbox | null = null;

/** Time between two checks for a new version, ms. */
const EVERY_MS = 6 * 3600 * 1000;

/** Registers the service worker, if the browser allows it; a frame without its own origin does not. */
export async function keepOffline(script: string, every = EVERY_MS): Promise<void> {
  if (!canKeep()) return;
  workbox = new Workbox(script);
  workbox.addEventListener('waiting', () => offline.setState({ waiting: true }));
  try {
    await workbox.register();
    setInterval(() => void workbox?.update().catch(ignore), every);
  } catch {
    // Private windows of some browsers refuse it; the page works without it.
  }
}

/** Activates the new version and reloads the page from its link. */
export function updateNow(reload: () => void = () => location.reload()): void {
  workbox?.addEventListener('controlling', reload);
  workbox?.messageSkipWaiting();
}

/** Hides the notice until the page is opened again. */
export function postponeUpdate(): void {
  offline.setState({ waiting: false });
}

function canKeep(): boolean {
  try {
    // In a sandbox without an origin, reading the property already fails.
    return 'serviceWorker' in navigator && isSecureContext && window.origin !== 'null';
  } catch {
    return false;
  }
}

function ignore(): void {
  // Without a network, the next check tries again.
}
