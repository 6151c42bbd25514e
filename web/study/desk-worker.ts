/** The thread on which models are worked out and advice is planned; the engine's part for it has no simulator. */
import init, * as engine from '../generated/bufferlab_desk.js';
import wasmUrl from '../generated/bufferlab_desk_bg.wasm?url';
import type { ModelAbout } from '../types/engine';
import type { Advised, DeskAnswers, DeskCommand, DeskReport, ModelAsked, Modelled } from './desk-protocol';

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
  }
}

function modelled({ model, given }: ModelAsked): Modelled {
  const said = JSON.parse(engine.model_json(model, JSON.stringify(given))) as
    { ok: true; outputs: Exclude<Modelled, null> } | { ok: false };
  return said.ok ? said.outputs : null;
}

function post(report: DeskReport): void {
  self.postMessage(report);
}
