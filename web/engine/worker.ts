/**
 * The worker: loads the engine and connects it with the page by an `EngineSession`.
 *
 * Between slices the worker posts a message to itself, which is queued after waiting commands and, unlike a timer, is
 * not delayed by 4 ms.
 */
import init, * as bindings from '../generated/bufferlab_wasm.js';
import wasmUrl from '../generated/bufferlab_wasm_bg.wasm?url';
import { EngineSession } from './session';
import type { Command, Report } from './protocol';
import { WORKER } from './strings';
import { engineFromModule } from './wasm';

const waiting: Command[] = [];
let session: EngineSession | null = null;

self.onmessage = ({ data }: MessageEvent<Command>) => {
  if (session) session.receive(data);
  else waiting.push(data);
};

function post(report: Report, transfer: Transferable[] = []): void {
  self.postMessage(report, { transfer });
}

const channel = new MessageChannel();

function wake(delay_ms: number): void {
  if (delay_ms > 0) setTimeout(turn, delay_ms);
  else channel.port2.postMessage(null);
}

function turn(): void {
  session?.turn();
}

channel.port1.onmessage = turn;

try {
  const { memory } = await init({ module_or_path: wasmUrl });
  session = new EngineSession({
    engine: engineFromModule(bindings),
    memory,
    clock_ms: () => performance.now(),
    post,
    wake,
  });
  session.start();
  for (const command of waiting.splice(0)) session.receive(command);
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  post({ type: 'failed', run: 0, t_s: 0, message: WORKER.notLoaded(reason) });
}
