/** The thread on which models are worked out, advice is planned and files are read; the engine's part for it has no simulator. */
import type { Content } from '../engine/protocol';
import init, * as engine from '../generated/bufferlab_desk.js';
import wasmUrl from '../generated/bufferlab_desk_bg.wasm?url';
import type { ModelAbout } from '../types/engine';
import { Source } from './desk-worker-source';
import type {
  Advised,
  DeskAnswers,
  DeskCommand,
  DeskReport,
  FileRead,
  ModelAsked,
  Modelled,
  Reading,
} from './desk-protocol';

const ready = init({ module_or_path: wasmUrl }).then(() => new engine.Advisor());

self.onmessage = ({ data }: MessageEvent<DeskCommand>) => {
  answer(data).then(
    (given) => post({ type: 'answer', id: data.id, answer: given }),
    (error: unknown) => post({ type: 'failed', message: String(error) }),
  );
};

async function answer(command: DeskCommand): Promise<DeskAnswers[keyof DeskAnswers]> {
  const advisor = await ready;
  switch (command.type) {
    case 'models':
      return JSON.parse(engine.models_json()) as ModelAbout[];
    case 'model':
      return command.asked.map(modelled);
    case 'advise':
      return JSON.parse(advisor.ask_json(command.question)) as Advised;
    case 'take':
      return JSON.parse(advisor.take_json(command.lines)) as Advised;
    case 'file':
      return fileRead(command.file, command.contents);
  }
}

function modelled({ model, given }: ModelAsked): Modelled {
  const said = JSON.parse(engine.model_json(model, JSON.stringify(given))) as
    { ok: true; outputs: Exclude<Modelled, null> } | { ok: false };
  return said.ok ? said.outputs : null;
}

function fileRead(file: Blob, contents: readonly Content[]): FileRead {
  try {
    const sha256 = engine.sha256(new Source(file));
    return { ok: true, sha256, readings: contents.map((content) => readingOf(file, sha256, content)) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

function readingOf(file: Blob, sha256: string, content: Content): Reading {
  const read = new engine.FileRead(new Source(file), content);
  try {
    const about = JSON.parse(read.about_json()) as About;
    if (!about.ok) return { content, ...about };
    const data = {
      sha256,
      content,
      at_ps: read.at_ps(),
      amounts: read.amounts(),
      length_ps: read.length_ps(),
    };
    return { content, ...about, data };
  } finally {
    read.free();
  }
}

type About =
  | { ok: true; steps: number; length_s: number; total: number }
  | { ok: false; place: string; message: string };

function post(report: DeskReport): void {
  self.postMessage(report);
}
