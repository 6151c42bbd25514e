/** Functions of a thread that runs the cases of a study: first `load`, then one case after another. */
import type { CaseId, Problem } from '../types/engine';

/** Functions of the thread. Its events report the progress of the case that runs. */
export interface StudyApi {
  /** Loads the engine and sets the study, as JSON. */
  load(study: string): Promise<void>;
  /** Returns the cases of the study. */
  plan(): Promise<Plan>;
  /** Returns the numbers of the next cases, given the measure of the stop rule by case; none if the study is done. */
  round(values: MeasureValues): Promise<Round>;
  /** Runs case `index`, counted from 0. Returns its result line, identical to that of the program. */
  run(index: number): Promise<string>;
  /** Pauses or resumes the run. */
  hold(held: boolean): void;
}

/** Cases of a study, or its problems. */
export type Plan = { ok: true; cases: CaseId[] } | { ok: false; problems: Problem[] };

/** Cases of a round, or the problems of the study. */
export type Round = { ok: true; round: number[] } | { ok: false; problems: Problem[] };

/** Completed share of the simulated time of case `index`, 0 to 1. */
export interface CaseProgress {
  index: number;
  done: number;
}

/** Measure by number of the case: null if the run failed or does not have it. */
export type MeasureValues = Record<number, number | null>;

/** Number of runs of one study in the page, up to which planning and drawing take no noticeable time. */
export const MAX_RUNS = 10_000;
