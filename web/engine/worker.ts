/**
 * The simulation's thread: loads the engine and seats a `EngineSession` between it and the page.
 *
 * Between slices we yield through a message to ourselves, which queues behind commands that wait and,
 * unlike a timer, is not held back by 4 ms.
 */
import init, * as bindings from '../generated/bufferlab_wasm.js';
import wasmUrl from '../generated/bufferlab_wasm_bg.wasm?url';
import { EngineSession } from './session';
import type { Command, Report } from './protocol';
import { engineFromModule } from './wasm';

const waiting: Command[] = [];
let desk: EngineSession | null = null;

self.onmessage = ({ data }: MessageEvent<Command>) => {
  if (desk) desk.receive(data);
  else waiting.push(data);
};

function post(report: Report, transfer: Transferable[] = []): void {
  self.postMessage(report, { transfer });
}

const bell = new MessageChannel();

function wake(delay_ms: number): void {
  if (delay_ms > 0) setTimeout(turn, delay_ms);
  else bell.port2.postMessage(null);
}

function turn(): void {
  desk?.turn();
}

bell.port1.onmessage = turn;

try {
  const { memory } = await init({ module_or_path: wasmUrl });
  desk = new EngineSession({
    engine: engineFromModule(bindings),
    memory,
    clock_ms: () => performance.now(),
    post,
    wake,
  });
  desk.start();
  for (const command of waiting.splice(0)) desk.receive(command);
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  post({ type: 'failed', run: 0, t_s: 0, message: `The simulator could not be loaded: ${reason}` });
}
