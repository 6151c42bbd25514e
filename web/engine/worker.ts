/**
 * The worker: loads the engine and connects it with the page by an `EngineSession`.
 *
 * Between slices the worker posts a message to itself, which is queued after waiting calls and, unlike a timer, is
 * not delayed by 4 ms. So is the message after which it reports what a call has changed.
 */
import * as bindings from '../generated/bufferlab_wasm.js';
import { serve } from '../rpc/serve';
import { messageOf } from '../rpc/thread';
import type { Report } from './protocol';
import { EngineSession } from './session';
import { WORKER } from './strings';
import { engineFromModule } from './wasm';
import { engineReady } from './workerEngine';

const post: (report: Report, memory?: Transferable[]) => void = serve(Promise.resolve().then(load));

async function load(): Promise<EngineSession> {
  try {
    const { memory } = await engineReady;
    const next = new MessageChannel();
    const session = new EngineSession({
      engine: engineFromModule(bindings),
      memory,
      clock_ms: () => performance.now(),
      post,
      wake: (delay_ms) => {
        if (delay_ms > 0) setTimeout(() => session.turn(), delay_ms);
        else next.port2.postMessage('turn');
      },
      reportSoon: () => next.port2.postMessage('report'),
    });
    next.port1.onmessage = ({ data }) => (data === 'turn' ? session.turn() : session.report());
    session.start();
    return session;
  } catch (error) {
    post({ type: 'failed', run: 0, t_s: 0, message: WORKER.notLoaded(messageOf(error)) });
    throw error;
  }
}
