/** The kinds of blocks. A new one needs a file here and an entry in this list. */
import type { ContainerDirective } from 'mdast-util-directive';
import { quoted } from '../../../url/quoted';
import type { Block } from '../lesson';
import { lineOf } from '../markdown';
import { BLOCK } from '../strings';
import { Source, type Context } from './block';
import { DATA_FENCES, readData } from './data';
import { readExplain, readReveal } from './prose';
import { QUESTION_FENCES, readQuestion } from './question';
import { readRun } from './run';
import { readScene, SCENE_FENCES } from './scene';
import { readTask, TASK_FENCES } from './task';

interface Kind {
  /** Names of its fences of data. */
  fences: readonly string[];
  read(source: Source): Block | null;
}

const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['scene', { fences: SCENE_FENCES, read: readScene }],
  ['predict', { fences: QUESTION_FENCES, read: (source) => readQuestion(source, 'predict') }],
  ['run', { fences: [], read: readRun }],
  ['task', { fences: TASK_FENCES, read: readTask }],
  ['reveal', { fences: [], read: readReveal }],
  ['explain', { fences: [], read: readExplain }],
  ['check', { fences: QUESTION_FENCES, read: (source) => readQuestion(source, 'check') }],
  ['data', { fences: DATA_FENCES, read: readData }],
]);

/** Names of the directives that are blocks. */
export const BLOCK_NAMES: readonly string[] = [...KINDS.keys()];

/** Reads a block; null after a problem. */
export function readBlock(directive: ContainerDirective, context: Context): Block | null {
  const kind = KINDS.get(directive.name);
  if (kind === undefined)
    return context.problems.add(lineOf(directive), BLOCK.unknown(quoted(directive.name, 40), BLOCK_NAMES));
  return kind.read(new Source(directive, kind.fences, context));
}
