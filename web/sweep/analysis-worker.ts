/** Analysis thread: evaluates models and plans advice, with an engine of its own. */
import { studiesReady } from '../engine/workerStudies';
import * as engine from '../generated/bufferlab_studies.js';
import { serve, type Served } from '../rpc/serve';
import type { ModelAbout } from '../types/engine';
import type { StoredPoint } from '../types/papers';
import type {
  AdviceStep,
  AnalysisApi,
  FigureAnswer,
  FigureStudyAnswer,
  ModelOutputs,
  ModelRequest,
  SendersAnswer,
  TcAnswer,
} from './analysis';

serve(studiesReady.then(() => analysisWith(new engine.Advisor())));

function analysisWith(advisor: engine.Advisor): Served<AnalysisApi> {
  return {
    models: () => JSON.parse(engine.models_json()) as ModelAbout[],
    outputs: (asked) => asked.map(outputsOf),
    readFigure: (figure, result) => JSON.parse(engine.figure_json(figure, result)) as FigureAnswer,
    figureStudy: (figure, name, quick) =>
      JSON.parse(engine.figure_study_json(figure, name, quick)) as FigureStudyAnswer,
    figureScenario: (figure, series, x) =>
      JSON.parse(engine.figure_scenario_json(figure, series, x)) as unknown,
    figurePoints: (figure, lines) =>
      JSON.parse(engine.figure_points_json(figure, JSON.stringify(lines))) as Record<
        string,
        StoredPoint[]
      > | null,
    advise: (question) => JSON.parse(advisor.ask_json(question)) as AdviceStep,
    take: (lines) => JSON.parse(advisor.take_json(lines)) as AdviceStep,
    realSenders: (scenario) =>
      JSON.parse(engine.real_senders_json(JSON.stringify(scenario))) as SendersAnswer,
    tcCommands: (scenario) => JSON.parse(engine.tc_json(JSON.stringify(scenario))) as TcAnswer,
  };
}

function outputsOf({ model, given }: ModelRequest): ModelOutputs {
  const result = JSON.parse(engine.model_json(model, JSON.stringify(given))) as
    { ok: true; outputs: Exclude<ModelOutputs, null> } | { ok: false };
  return result.ok ? result.outputs : null;
}
