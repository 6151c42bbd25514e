/**
 * The compiled engine, which the page fetches and compiles once for all of its workers. The built page asks for the file in its
 * head (`.ci/preload.mjs`), so that it arrives while scripts are loaded.
 */
import wasmUrl from '../generated/bufferlab_wasm_bg.wasm?url';
import { messageOf } from '../rpc/thread';

/** First message to a worker: the compiled engine, or the reason why there is none. */
export type EngineMessage = { engine: WebAssembly.Module } | { noEngine: string };

let compiled: WebAssembly.Module | null = null;

/** Sends the compiled engine to a worker. Until one has arrived, each worker tries again. */
export function withEngine(worker: Worker): Worker {
  void engineMessage().then((message) => worker.postMessage(message));
  return worker;
}

async function engineMessage(): Promise<EngineMessage> {
  try {
    compiled ??= await compileModule(wasmUrl);
    return { engine: compiled };
  } catch (error) {
    return { noEngine: messageOf(error) };
  }
}

/** Fetches and compiles a WebAssembly module of the page. */
export async function compileModule(url: string): Promise<WebAssembly.Module> {
  const response = await fetch(url, { credentials: 'same-origin' });
  // Hosts that do not know the type of the file prevent only that it is compiled while it arrives.
  return response.headers.get('content-type') === 'application/wasm'
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}
