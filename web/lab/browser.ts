/** Environment of a Lab in a browser: workers, the address, storage. */
import { spawnWorker } from '../engine/client';
import { FrameLoop } from '../samples/loop';
import { claimsBy } from './claims';
import type { AddressWindow } from '../url/address';
import { LoadedFiles } from './files';
import type { Environment } from './lab';
import { browserStorage } from '../storage/browserStore';

/** Returns the environment of the Lab that the address in `window` belongs to. */
export function ofThePage(window: AddressWindow): Environment {
  return {
    spawn: spawnWorker,
    loop: new FrameLoop((callback) => void requestAnimationFrame(callback)),
    window,
    storage: browserStorage(),
    claims: claimsBy(navigator.locks),
    files: new LoadedFiles(),
    formats: () => import('../url/formats').catch(() => null),
    now_ms: () => Date.now(),
    freshId: () => crypto.getRandomValues(new Uint32Array(2)).join('-'),
  };
}
