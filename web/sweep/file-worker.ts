/** Thread that reads trace files, with an engine of its own. */
import type { Content, FileNote } from '../engine/protocol';
import init, * as engine from '../generated/bufferlab_wasm.js';
import wasmUrl from '../generated/bufferlab_wasm_bg.wasm?url';
import { Source } from './file-worker-source';
import type { FileCommand, FileRead, Reading } from './read-file';

self.onmessage = ({ data }: MessageEvent<FileCommand>) => {
  fileRead(data).then(post, (error: unknown) => {
    post({ ok: false, message: error instanceof Error ? error.message : String(error) });
  });
};

async function fileRead({ file, contents }: FileCommand): Promise<FileRead> {
  await init({ module_or_path: wasmUrl });
  const sha256 = engine.sha256(new Source(file));
  return { ok: true, sha256, readings: contents.map((content) => readingOf(file, sha256, content)) };
}

function readingOf(file: Blob, sha256: string, content: Content): Reading {
  const read = new engine.FileRead(new Source(file), content);
  try {
    const about = JSON.parse(read.about_json()) as About;
    if (!about.ok) return { content, ...about };
    const [at_ps, amounts, length_ps] = [read.at_ps(), read.amounts(), read.length_ps()];
    const { notes, ...values } = about;
    return { content, ...values, data: { sha256, content, at_ps, amounts, length_ps, notes } };
  } finally {
    read.free();
  }
}

type About =
  | { ok: true; steps: number; length_s: number; total: number; notes: readonly FileNote[] }
  | { ok: false; place: string; message: string };

function post(read: FileRead): void {
  const readings = read.ok ? read.readings.filter((reading) => reading.ok) : [];
  const memory = readings.flatMap(({ data: { at_ps, amounts } }) => [at_ps.buffer, amounts.buffer]);
  self.postMessage(read, { transfer: memory });
}
