/** Messages between the page and the analysis thread: numbered requests, each with one answer. */
import type { Problem } from '../scenario/types';
import type { ModelAbout, StudyDocument } from '../types/engine';
import type { Advice } from './advice-types';

/** Requests to the thread. */
export type AnalysisRequest =
  /** Descriptions of all models: outputs, assumptions, known limits. */
  | { type: 'models' }
  /** Outputs of models for some inputs. */
  | { type: 'model'; asked: readonly ModelRequest[] }
  /** Starts a search with a question as JSON, in place of the one before. */
  | { type: 'advise'; question: string }
  /** Lines of the last round, one per row, in the order of its cases. */
  | { type: 'take'; lines: string };

/** Answers by type of request. */
export interface AnalysisResponses {
  models: readonly ModelAbout[];
  model: readonly ModelOutputs[];
  advise: AdviceStep;
  take: AdviceStep;
}

/** Request with its number. */
export type AnalysisCommand = AnalysisRequest & { id: number };

/** Messages from the thread. */
export type AnalysisReport =
  | { type: 'answer'; id: number; answer: AnalysisResponses[keyof AnalysisResponses] }
  /** The engine failed; the thread must be replaced. */
  | { type: 'failed'; message: string };

/** Model with its inputs by parameter; parameters left out have their defaults. */
export interface ModelRequest {
  model: string;
  given: Readonly<Record<string, number>>;
}

/** Outputs by id, null if one does not apply; null as a whole if the inputs are refused. */
export type ModelOutputs = Readonly<Record<string, number | null>> | null;

/** Next round and advice so far, or the problems of the question. */
export type AdviceStep =
  | {
      ok: true;
      /** Next round; null if the advice is complete. */
      round: AdviceRound | null;
      /** Number of finished runs, and expected number of all runs. */
      done: number;
      expected: number;
      advice: Advice;
    }
  | { ok: false; problems: Problem[] };

/** Round of runs, as a study. */
export interface AdviceRound {
  /** Purpose in a few words. */
  purpose: string;
  study: StudyDocument;
  runs: number;
  /** Whether its runs are points of the curve: of the unchanged scenario, with the seeds of the search. */
  of_curve: boolean;
}
