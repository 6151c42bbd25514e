/** What the page and the thread of models and advice send to each other: questions by number, each answered once. */
import type { Problem } from '../scenario/types';
import type { ModelAbout, StudyDocument } from '../types/engine';
import type { Advice } from './advice-types';

export type AnalysisRequest =
  /** What each model gives, assumes and fails at. */
  | { type: 'models' }
  /** What models give. */
  | { type: 'model'; asked: readonly ModelRequest[] }
  /** Begins a search with a question as JSON; the one before it is forgotten. */
  | { type: 'advise'; question: string }
  /** The lines of the round, one below the other, in the order of its cases. */
  | { type: 'take'; lines: string };

export interface AnalysisResponses {
  models: readonly ModelAbout[];
  model: readonly ModelOutputs[];
  advise: AdviceStep;
  take: AdviceStep;
}

export type AnalysisCommand = AnalysisRequest & { id: number };

export type AnalysisReport =
  | { type: 'answer'; id: number; answer: AnalysisResponses[keyof AnalysisResponses] }
  /** The engine is broken, and the thread with it; another one is needed. */
  | { type: 'failed'; message: string };

/** A model and its parameters; what is left out has its default. */
export interface ModelRequest {
  model: string;
  given: Readonly<Record<string, number>>;
}

/** Its outputs by id, null where one does not apply; null altogether where the parameters are not accepted. */
export type ModelOutputs = Readonly<Record<string, number | null>> | null;

/** What to run next, and what is known so far. */
export type AdviceStep =
  | {
      ok: true;
      /** Null: the advice is complete. */
      round: AdviceRound | null;
      /** Runs of the whole search: done, and about how many there will be. */
      done: number;
      expected: number;
      advice: Advice;
    }
  | { ok: false; problems: Problem[] };

export interface AdviceRound {
  /** In a few words. */
  purpose: string;
  study: StudyDocument;
  runs: number;
  /** Whether its runs are points of the curve: of the scenario as it is, with the seeds of the search. */
  of_curve: boolean;
}
