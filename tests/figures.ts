/** Figures of papers, read by the engine in this process, as the analysis thread of the page does. */
import * as engine from '../web/generated/bufferlab_studies.js';
import type { FigureAnswer } from '../web/sweep/analysis';
import type { Opened } from '../web/types/papers';
import { startStudies } from './both-engines';

startStudies();

/** Reads the texts of a figure and of its stored result. */
export function readFigure(figure: string, result?: string | null): FigureAnswer {
  return JSON.parse(engine.figure_json(figure, result)) as FigureAnswer;
}

/** Opens the contents of the files of a figure and of its stored result; both must be valid. */
export function opened(figure: unknown, result: unknown = null): Opened {
  const answer = readFigure(JSON.stringify(figure), result === null ? null : JSON.stringify(result));
  if (!answer.ok) throw new Error(answer.message);
  if (answer.opened.problem !== null) throw new Error(answer.opened.problem);
  return answer.opened;
}
