/** Requests to the engine about one figure, on the analysis thread. */
import type { Analysis, LinesByStudy } from '../sweep/analysis';
import type { StudyDocument } from '../types/engine';
import type { StudyOfFigure } from '../types/papers';
import type { LivePoints } from './curves';

/** Answers of the engine about one figure; a request that it refuses is rejected. */
export interface FigureEngine {
  /** Returns a study for a quick check. */
  studyOf(name: string): Promise<StudyDocument>;
  /** Returns a study for the Studies view, with the paths of x of its series. */
  fullStudy(name: string): Promise<StudyOfFigure>;
  /** Returns the points of the series from lines by study. */
  pointsOf(lines: LinesByStudy): Promise<LivePoints>;
  /** Returns the scenario of the point of a series nearest to x; null if there is none. */
  scenarioAt(series: string, x: number): Promise<unknown>;
}

/** Returns the requests about the figure whose file has this text. */
export function figureEngine(thread: Analysis, text: string): FigureEngine {
  const study = async (name: string, quick: boolean): Promise<StudyOfFigure> => {
    const answer = await thread.call((api) => api.figureStudy(text, name, quick));
    if (answer.ok) return answer.study;
    throw new Error(answer.problems.map(({ path, message }) => `${path}: ${message}`).join('; '));
  };
  return {
    studyOf: async (name) => (await study(name, true)).study,
    fullStudy: (name) => study(name, false),
    pointsOf: async (lines) => (await thread.call((api) => api.figurePoints(text, lines))) ?? {},
    scenarioAt: (series, x) => thread.call((api) => api.figureScenario(text, series, x)),
  };
}
