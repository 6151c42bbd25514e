/** Thread that reads trace files. */
import type { Content, FileNote } from '../engine/protocol';
import { filesReady } from '../engine/workerFiles';
import * as files from '../generated/bufferlab_files.js';
import { serve, transfer } from '../rpc/serve';
import { Source } from './file-worker-source';
import type { FileApi, FileContents, Reading } from './read-file';

serve({ read } satisfies FileApi);

async function read(file: Blob, contents: readonly Content[], columns: string): Promise<FileContents> {
  await filesReady;
  const sha256 = files.sha256(new Source(file));
  const readings = contents.map((content) => readingOf(file, sha256, content, columns));
  const memory = readings.flatMap((one) => (one.ok ? [one.data.at_ps.buffer, one.data.amounts.buffer] : []));
  return transfer({ sha256, readings }, memory);
}

function readingOf(file: Blob, sha256: string, content: Content, columns: string): Reading {
  const read = new files.FileRead(new Source(file), content, columns);
  try {
    const about = JSON.parse(read.about_json()) as About;
    if (!about.ok) return { content, ...about };
    const [at_ps, amounts, length_ps] = [read.at_ps(), read.amounts(), read.length_ps()];
    const { notes, ...values } = about;
    return { content, ...values, data: { sha256, content, columns, at_ps, amounts, length_ps, notes } };
  } finally {
    read.free();
  }
}

type About =
  | { ok: true; steps: number; length_s: number; total: number; notes: readonly FileNote[] }
  | { ok: false; place: string; message: string; heading: readonly string[] };
