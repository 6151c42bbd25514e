/** What the page and a worker of the pool send to each other: a study once, then one case after another. */
import type { CaseId, Problem } from '../types/engine';

export type StudyCommand =
  /** The study as JSON, once and first. With `plan`, its cases are wanted too: `planned` or `refused`. */
  | { type: 'study'; study: string; plan: boolean }
  /** Which cases to run next, given the figures that the stop rule looks at, by the numbers of the cases. */
  | { type: 'round'; figures: Figures }
  /** Runs case `index`, counted from 0. Answered by `progress` now and then, and by `line`. */
  | { type: 'run'; index: number }
  /** Whether to stand still for now; what is being run stays as it is. */
  | { type: 'hold'; held: boolean };

export type StudyReport =
  /** The engine is compiled, and the study is known. */
  | { type: 'ready' }
  | { type: 'planned'; cases: CaseId[] }
  | { type: 'refused'; problems: Problem[] }
  /** The cases to run next, by number; none if the study is done. */
  | { type: 'round'; cases: number[] }
  /** The share of the case's simulated time that is done, 0 to 1. */
  | { type: 'progress'; index: number; done: number }
  /** What the case came to: the line that the program prints for it, byte for byte. */
  | { type: 'line'; index: number; text: string }
  /** The engine is broken, and the worker with it; another worker is needed. */
  | { type: 'failed'; message: string };

/** By number of the case: null where the run failed or has no such figure. */
export type Figures = Record<number, number | null>;

/** Runs that the page takes on: so many are planned, listed and drawn without anybody noticing. */
export const MAX_RUNS = 10_000;

/** What the engine's plan says, as a report. */
export function planned(json: string): StudyReport {
  const plan = JSON.parse(json) as { ok: true; cases: CaseId[] } | { ok: false; problems: Problem[] };
  if (!plan.ok) return { type: 'refused', problems: plan.problems };
  return { type: 'planned', cases: plan.cases };
}

/** What the engine's next round says, as a report. */
export function rounded(json: string): StudyReport {
  const answer = JSON.parse(json) as { ok: true; round: number[] } | { ok: false; problems: Problem[] };
  return answer.ok ? { type: 'round', cases: answer.round } : { type: 'refused', problems: answer.problems };
}
