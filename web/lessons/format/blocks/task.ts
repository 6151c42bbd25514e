/** Reads `:::task`: a goal, hints and a solution. */
import { Wrong } from '../fields';
import type { TaskBlock } from '../lesson';
import type { RootContent } from 'mdast';
import { changes, listOf, text, time } from '../readers';
import { secondsOf } from '../quantityText';
import { ACCEPTED, BLOCK, FIELDS } from '../strings';
import type { Source } from './block';
import { readGoal } from './goal';

/** Names of the fences of a task. */
export const TASK_FENCES = ['goal', 'hints', 'solution'] as const;

/** Reads a task with its goal. */
export function readTask(source: Source): TaskBlock | null {
  source.needsScene();
  const id = source.id();
  const from_s = source.attributes.optional('from', ACCEPTED.time, secondsOf) ?? 0;
  source.attributes.finish();
  const { before, after } = source.dividedAt('solution');
  if (before.length === 0) source.report(BLOCK.noText(source.name));
  const item = source.data('goal');
  const goal = readGoal(item, source.context.problems, source.context.names);
  const hints = readHints(source);
  const solution = readSolution(source, after);
  if (id === null || goal === null || solution === null) return null;
  return { kind: 'task', line: source.line, id, text: before, goal, from_s, hints, solution };
}

function readHints(source: Source): string[] {
  const item = source.optionalData('hints');
  if (item === null) return [];
  const reader = listOf(text, 1);
  const hints = reader.read(item);
  if (!(hints instanceof Wrong)) return hints;
  source.report(FIELDS.wrongFence('hints', hints.accepted ?? reader.accepted), hints.item.line);
  return [];
}

function readSolution(source: Source, after: readonly RootContent[]): TaskBlock['solution'] | null {
  const fields = source.fields('solution');
  if (fields === null) return null;
  const set = fields.optional('set', changes, []);
  const until_s = fields.required('until', time);
  fields.finish();
  source.context.names.addKeys(fields.item('set'));
  return until_s === null ? null : { set, until_s, text: after };
}
