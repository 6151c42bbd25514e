/** What the page and the thread of models, advice and files say to each other: questions by number, each answered once. */
import type { Content, FileData } from '../engine/protocol';
import type { Problem } from '../scenario/types';
import type { ModelAbout, StudyDocument } from '../types/engine';
import type { Advice } from './advice-types';

export type DeskQuestion =
  /** What each model gives, assumes and fails at. */
  | { type: 'models' }
  /** What models give. */
  | { type: 'model'; asked: readonly ModelAsked[] }
  /** Begins a search with a question as JSON; the one before it is forgotten. */
  | { type: 'advise'; question: string }
  /** The lines of the round, one below the other, in the order of its cases. */
  | { type: 'take'; lines: string }
  /** What is in a file, read as each of these. */
  | { type: 'file'; file: Blob; contents: readonly Content[] };

export interface DeskAnswers {
  models: readonly ModelAbout[];
  model: readonly Modelled[];
  advise: Advised;
  take: Advised;
  file: FileRead;
}

export type FileRead =
  | { ok: true; sha256: string; readings: readonly Reading[] }
  /** The browser does not give it. */
  | { ok: false; message: string };

/** What a file came to, read as one content. */
export type Reading =
  /** `total`: of all amounts. */
  | { ok: true; content: Content; steps: number; length_s: number; total: number; data: FileData }
  /** `place`: such as `line 7`; empty where it is the file as a whole. */
  | { ok: false; content: Content; place: string; message: string };

export type DeskCommand = DeskQuestion & { id: number };

export type DeskReport =
  | { type: 'answer'; id: number; answer: DeskAnswers[keyof DeskAnswers] }
  /** The engine is broken, and the thread with it; another one is needed. */
  | { type: 'failed'; message: string };

/** A model and its parameters; what is left out has its default. */
export interface ModelAsked {
  model: string;
  given: Readonly<Record<string, number>>;
}

/** Its outputs by id, null where one does not apply; null altogether where the parameters are not accepted. */
export type Modelled = Readonly<Record<string, number | null>> | null;

/** What to run next, and what is known so far. */
export type Advised =
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
