/** Analysis thread: evaluates models and plans advice, with an engine of its own. */
import { engineReady } from '../engine/workerEngine';
import * as engine from '../generated/bufferlab_wasm.js';
import { serve } from '../rpc/serve';
import type { ModelAbout } from '../types/engine';
import type { StoredPoint } from '../types/papers';
import type {
  AdviceStep,
  AnalysisApi,
  FigureAnswer,
  FigureStudyAnswer,
  ModelOutputs,
  ModelRequest,
} from './analysis';

const ready = engineReady.then(() => new engine.Advisor());

serve({
  models: async () => {
    await ready;
    return JSON.parse(engine.models_json()) as ModelAbout[];
  },
  outputs: async (asked) => {
    await ready;
    return asked.map(outputsOf);
  },
  readFigure: async (figure, result) => {
    await ready;
    return JSON.parse(engine.figure_json(figure, result)) as FigureAnswer;
  },
  figureStudy: async (figure, name, quick) => {
    await ready;
    return JSON.parse(engine.figure_study_json(figure, name, quick)) as FigureStudyAnswer;
  },
  figureScenario: async (figure, series, x) => {
    await ready;
    return JSON.parse(engine.figure_scenario_json(figure, series, x)) as unknown;
  },
  figurePoints: async (figure, lines) => {
    await ready;
    const points = engine.figure_points_json(figure, JSON.stringify(lines));
    return JSON.parse(points) as Record<string, StoredPoint[]> | null;
  },
  advise: async (question) => JSON.parse((await ready).ask_json(question)) as AdviceStep,
  take: async (lines) => JSON.parse((await ready).take_json(lines)) as AdviceStep,
} satisfies AnalysisApi);

function outputsOf({ model, given }: ModelRequest): ModelOutputs {
  const result = JSON.parse(engine.model_json(model, JSON.stringify(given))) as
    { ok: true; outputs: Exclude<ModelOutputs, null> } | { ok: false };
  return result.ok ? result.outputs : null;
}
