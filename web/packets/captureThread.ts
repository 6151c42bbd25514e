/** Starts threads that capture packets. */
import { withPackets } from '../engine/module';
import { Thread } from '../rpc/thread';
import type { CaptureThread } from './feed';
import { PACKETS } from './strings';

/** Starts a thread that captures packets. */
export function captureThread(): CaptureThread {
  const worker = withPackets(new Worker(new URL('./packet-worker.ts', import.meta.url), { type: 'module' }));
  return new Thread(worker, PACKETS.notLoaded);
}
