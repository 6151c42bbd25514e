/**
 * The parts of a step in a presentation, one thing at a time: each block, and after a question, a run or a task its answer,
 * its start or its solution.
 */
import type { Block, Lesson, RunBlock, QuestionBlock, TaskBlock } from '../format/lesson';

/** A part of a step. */
export interface Moment {
  /** Null for the title of the lesson. */
  block: Block | null;
  /** Whether the answer or the solution is shown, or the run started. */
  open: boolean;
}

/** Block that has a second part. */
export type TwoParts = QuestionBlock | RunBlock | TaskBlock;

/** The title of the lesson. */
export const TITLE: Moment = { block: null, open: false };

/** Returns the parts of a step in order; at least one. */
export function momentsOf(lesson: Lesson, step: number): readonly Moment[] {
  const blocks = lesson.steps[step]?.blocks ?? [];
  const parts = blocks.flatMap(partsOf);
  return step === 0 || parts.length === 0 ? [TITLE, ...parts] : parts;
}

/** Returns whether a block has a second part. */
export function isTwoParts(block: Block): block is TwoParts {
  return ['predict', 'check', 'run', 'task'].includes(block.kind);
}

/** Returns whether the scene is visible at a block: from the block of the scene on. */
export function showsScene(lesson: Lesson, step: number, block: Block | null): boolean {
  const before = lesson.steps.slice(0, step).flatMap(({ blocks }) => blocks);
  const blocks = lesson.steps[step]?.blocks ?? [];
  const here = block === null ? [] : blocks.slice(0, blocks.indexOf(block) + 1);
  return [...before, ...here].some(({ kind }) => kind === 'scene');
}

function partsOf(block: Block): Moment[] {
  // A scene without a narration appears with the next block.
  if (block.kind === 'scene' && block.text.length === 0) return [];
  const first = { block, open: false };
  return isTwoParts(block) ? [first, { block, open: true }] : [first];
}
