/**
 * Tells whether a run belongs to a lesson: its scenario is that of a scene, but for the values that the lesson lets students
 * change. A run of another experiment may be genuine and still say nothing about a task.
 */
import { isRecord } from '../../scenario/path';
import { applyPatches, PatchError } from '../../scenario/patch';
import type { Scenario } from '../../scenario/types';
import { readInline } from '../format/inline';
import type { Block, Lesson, SceneBlock, TextNode } from '../format/lesson';
import { scenarioOf, type SceneTools } from '../session/scenes';

/** Scenarios of a lesson's scenes, and the paths that may have other values. */
export interface LessonRuns {
  scenes: readonly Scenario[];
  open: readonly string[];
}

/** Returns the scenarios and the open paths of a lesson. */
export async function lessonRuns(lesson: Lesson, tools: SceneTools): Promise<LessonRuns> {
  const blocks = lesson.steps.flatMap((step) => step.blocks);
  const scenes = await Promise.all(blocks.filter(isScene).map((block) => scenarioOf(block, tools)));
  return {
    scenes: scenes.flatMap((opened) => (opened.ok ? [opened.scenario] : [])),
    open: [...new Set([...ALWAYS_OPEN, ...blocks.flatMap(openIn)])],
  };
}

/** Returns whether a complete scenario at time 0, with its edits, belongs to the lesson. */
export function belongs(run: Scenario, { scenes, open }: LessonRuns): boolean {
  const edited = run.edits.flatMap(({ set }) => set.map(({ path }) => path));
  if (!edited.every((path) => open.some((one) => path === one || path.startsWith(`${one}.`)))) return false;
  const closed = JSON.stringify(withoutValues(run, open));
  return scenes.some((scene) => JSON.stringify(withoutValues(scene, open)) === closed);
}

/** Fields that no measure of a run up to a time depends on, and the edits, which are checked by themselves. */
const ALWAYS_OPEN = ['title', 'duration_s', 'edits'];

const isScene = (block: Block): block is SceneBlock => block.kind === 'scene';

function openIn(block: Block): string[] {
  const inText = scrubbedIn(block.text);
  if (block.kind === 'scene') return [...inText, ...block.change.flatMap(withKind)];
  if (block.kind !== 'task') return inText;
  const { set, text } = block.solution;
  return [...inText, ...scrubbedIn(text), ...set.flatMap(([path]) => withKind(path))];
}

/** Returns the path, or for the kind of an element the element, whose fields depend on it. */
function withKind(path: string): string[] {
  return [path.replace(/\.kind$/, '')];
}

function scrubbedIn(nodes: readonly TextNode[]): string[] {
  return nodes.flatMap((node) => {
    const read = node.type === 'textDirective' ? readInline(node) : null;
    if (read?.ok && read.inline.kind === 'scrub') return [read.inline.number.path];
    return 'children' in node ? scrubbedIn(node.children) : [];
  });
}

function withoutValues(scenario: Scenario, open: readonly string[]): unknown {
  return open.reduce<unknown>((at, path) => withoutValue(at, path), scenario);
}

function withoutValue(root: unknown, path: string): unknown {
  if (!isRecord(root)) return root;
  try {
    return applyPatches(root, [{ path, value: 0 }]);
  } catch (error) {
    if (error instanceof PatchError) return root;
    throw error;
  }
}
