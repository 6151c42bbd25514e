/** A laboratory's surroundings in a browser: real workers, the real address, what the browser keeps. */
import { spawnWorker } from '../engine/client';
import { FrameLoop } from '../samples/loop';
import { claimsBy } from './claims';
import type { AddressWindow } from '../url/address';
import { GivenFiles } from './files';
import type { Surroundings } from './lab';
import { browserStorage } from './work';

/** For the laboratory that the address in `window` is about. */
export function ofThePage(window: AddressWindow): Surroundings {
  return {
    spawn: spawnWorker,
    loop: new FrameLoop((callback) => void requestAnimationFrame(callback)),
    window,
    storage: browserStorage(),
    claims: claimsBy(navigator.locks),
    files: new GivenFiles(),
    formats: () => import('../url/formats').catch(() => null),
    now_ms: () => Date.now(),
    freshId: () => crypto.getRandomValues(new Uint32Array(2)).join('-'),
  };
}
