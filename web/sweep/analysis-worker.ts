/** Analysis thread: evaluates models and plans advice, with an engine of its own. */
import init, * as engine from '../generated/bufferlab_wasm.js';
import wasmUrl from '../generated/bufferlab_wasm_bg.wasm?url';
import type { ModelAbout } from '../types/engine';
import type {
  AdviceStep,
  AnalysisResponses,
  AnalysisCommand,
  AnalysisReport,
  ModelRequest,
  ModelOutputs,
} from './analysis-protocol';

const ready = init({ module_or_path: wasmUrl }).then(() => new engine.Advisor());

self.onmessage = ({ data }: MessageEvent<AnalysisCommand>) => {
  answer(data).then(
    (given) => post({ type: 'answer', id: data.id, answer: given }),
    (error: unknown) => post({ type: 'failed', message: String(error) }),
  );
};

async function answer(command: AnalysisCommand): Promise<AnalysisResponses[keyof AnalysisResponses]> {
  const advisor = await ready;
  switch (command.type) {
    case 'models':
      return JSON.parse(engine.models_json()) as ModelAbout[];
    case 'model':
      return command.asked.map(outputsOf);
    case 'advise':
      return JSON.parse(advisor.ask_json(command.question)) as AdviceStep;
    case 'take':
      return JSON.parse(advisor.take_json(command.lines)) as AdviceStep;
  }
}

function outputsOf({ model, given }: ModelRequest): ModelOutputs {
  const result = JSON.parse(engine.model_json(model, JSON.stringify(given))) as
    { ok: true; outputs: Exclude<ModelOutputs, null> } | { ok: false };
  return result.ok ? result.outputs : null;
}

function post(report: AnalysisReport): void {
  self.postMessage(report);
}
