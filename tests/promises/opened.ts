/**
 * The meaning of a study and of a lesson, which stays the same in later versions: the runs of a grid, questions and goals. Links of
 * scenarios.
 */
import { parseLesson } from '../../web/lessons/format/parse';
import type { StudyDocument } from '../../web/types/engine';
import { encodeLink } from '../../web/url/codec';

/** Functions of the module for studies. */
export interface StudiesModule {
  plan_json(study: string, most: number): string;
}

/** A run of a study. Its key depends on the version of the engine. */
export interface PlannedRun {
  key: string;
  point: Record<string, unknown>;
  seed: number;
}

/** Largest number of runs of a recorded study. */
const RUNS = 1000;

/** Returns the runs of a study, in their order. */
export function planOf(studies: StudiesModule, study: StudyDocument): PlannedRun[] {
  const plan = JSON.parse(studies.plan_json(JSON.stringify(study), RUNS)) as
    { ok: true; cases: PlannedRun[] } | { ok: false; problems: unknown };
  if (!plan.ok) throw new Error(JSON.stringify(plan.problems));
  return plan.cases;
}

/** Returns the link of a scenario, as it stands after `#` in the address of the page. */
export function linkOf(scenario: Record<string, unknown>): string {
  const encoded = encodeLink(scenario);
  if (!encoded.ok) throw new Error(encoded.message);
  return encoded.fragment;
}

/** Returns the blocks of a lesson by step, as JSON without their texts: scenes, questions with answers, goals, tables. */
export function outlineOf(text: string): unknown {
  const parsed = parseLesson(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const { title, steps } = parsed.lesson;
  const blocks = steps.flatMap((step) => step.blocks).filter(({ kind }) => kind !== 'text');
  // Lines and texts are for readers; the latter are trees of Markdown.
  const withoutWords = (name: string, value: unknown): unknown =>
    name === 'line' || name === 'text' ? undefined : value;
  return JSON.parse(JSON.stringify({ title, steps: steps.length, blocks }, withoutWords));
}
