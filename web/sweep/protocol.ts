/** Messages between the page and a worker of the pool: first the study, then one case after another. */
import type { CaseId, Problem } from '../types/engine';

/** Commands to a worker. */
export type StudyCommand =
  /** Study as JSON, sent once and first. With `plan`, the worker answers `planned` or `refused`. */
  | { type: 'study'; study: string; plan: boolean }
  /** Asks for the next round, given the measure of the stop rule by case. */
  | { type: 'round'; figures: MeasureValues }
  /** Runs case `index`, counted from 0. Answered by `progress` now and then, and by `line`. */
  | { type: 'run'; index: number }
  /** Pauses or resumes the run. */
  | { type: 'hold'; held: boolean };

/** Messages from a worker. */
export type StudyReport =
  /** The engine is loaded, and the study is set. */
  | { type: 'ready' }
  | { type: 'planned'; cases: CaseId[] }
  | { type: 'refused'; problems: Problem[] }
  /** Numbers of the next cases; none if the study is done. */
  | { type: 'round'; cases: number[] }
  /** Completed share of the case's simulated time, 0 to 1. */
  | { type: 'progress'; index: number; done: number }
  /** Result line of the case, identical to that of the program. */
  | { type: 'line'; index: number; text: string }
  /** The engine failed; the worker must be replaced. */
  | { type: 'failed'; message: string };

/** Measure by number of the case: null if the run failed or does not have it. */
export type MeasureValues = Record<number, number | null>;

/** Number of runs of one study in the page, up to which planning and drawing take no noticeable time. */
export const MAX_RUNS = 10_000;

/** Converts the engine's plan to a message. */
export function planned(json: string): StudyReport {
  const plan = JSON.parse(json) as { ok: true; cases: CaseId[] } | { ok: false; problems: Problem[] };
  if (!plan.ok) return { type: 'refused', problems: plan.problems };
  return { type: 'planned', cases: plan.cases };
}

/** Converts the engine's next round to a message. */
export function rounded(json: string): StudyReport {
  const answer = JSON.parse(json) as { ok: true; round: number[] } | { ok: false; problems: Problem[] };
  return answer.ok ? { type: 'round', cases: answer.round } : { type: 'refused', problems: answer.problems };
}
