/**
 * The compiled modules of the engine, which the page fetches and compiles once for all of its workers. The built page asks for
 * the file of the simulator in its head (`.ci/preload.mjs`), so that it arrives while scripts are loaded; that of the studies
 * comes with the first study, that of the files with the first file, and that of captured packets with the first packets.
 */
import filesUrl from '../generated/bufferlab_files_bg.wasm?url';
import packetsUrl from '../generated/bufferlab_packets_bg.wasm?url';
import studiesUrl from '../generated/bufferlab_studies_bg.wasm?url';
import simulatorUrl from '../generated/bufferlab_wasm_bg.wasm?url';
import { messageOf as errorText } from '../rpc/thread';

/** First message to a worker: its compiled module, or the reason why there is none. */
export type EngineMessage = { engine: WebAssembly.Module } | { noEngine: string };

const compiled = new Map<string, WebAssembly.Module>();

/** Sends the compiled simulator to a worker. Until one has arrived, each worker tries again. */
export function withEngine(worker: Worker): Worker {
  return withModule(worker, simulatorUrl);
}

/** Sends the compiled module for studies, models, advice and figures to a worker, likewise. */
export function withStudies(worker: Worker): Worker {
  return withModule(worker, studiesUrl);
}

/** Sends the compiled readers of files to a worker, likewise. */
export function withFiles(worker: Worker): Worker {
  return withModule(worker, filesUrl);
}

/** Sends the compiled simulator that captures packets to a worker, likewise. */
export function withPackets(worker: Worker): Worker {
  return withModule(worker, packetsUrl);
}

function withModule(worker: Worker, url: string): Worker {
  void messageOf(url).then((message) => worker.postMessage(message));
  return worker;
}

async function messageOf(url: string): Promise<EngineMessage> {
  try {
    const engine = compiled.get(url) ?? (await compileModule(url));
    compiled.set(url, engine);
    return { engine };
  } catch (error) {
    return { noEngine: errorText(error) };
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
