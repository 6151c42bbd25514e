/** Thread that reads trace files and the texts of other tools. */
import type { Content, FileNote } from '../engine/protocol';
import { filesReady } from '../engine/workerFiles';
import * as files from '../generated/bufferlab_files.js';
import { serve, transfer } from '../rpc/serve';
import { Source } from './file-worker-source';
import type { ImportAnswer } from './importedText';
import type { FileApi, FileContents, Reading } from './read-file';
import type { AboutMeasured, MeasuredAnswer } from './measuredFile';

serve({ read, readMeasured, importText } satisfies FileApi);

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

async function readMeasured(file: Blob, content: Blob, time: string): Promise<MeasuredAnswer> {
  await filesReady;
  const read = new files.MeasuredRead(new Source(content), time);
  try {
    const answer = JSON.parse(read.about_json()) as
      ({ ok: true } & AboutMeasured) | Extract<MeasuredAnswer, { ok: false }>;
    if (!answer.ok) return answer;
    const { ok, ...about } = answer;
    const count = 1 + Math.max(...about.series.map(({ axis }) => axis));
    const axes = Array.from({ length: count }, (_, i) => read.axis(i));
    const values = about.series.map((_, i) => read.values(i));
    const sha256 = files.sha256(new Source(file));
    const memory = [...axes, ...values].map(({ buffer }) => buffer);
    return transfer({ ok, sha256, about, axes, values }, memory);
  } finally {
    read.free();
  }
}

async function importText(text: string): Promise<ImportAnswer> {
  await filesReady;
  return JSON.parse(files.import_json(text)) as ImportAnswer;
}

type About =
  | { ok: true; steps: number; length_s: number; total: number; notes: readonly FileNote[] }
  | { ok: false; place: string; message: string; heading: readonly string[] };
