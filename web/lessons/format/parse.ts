/**
 * Reads lessons: Markdown with front matter and blocks. All problems of a file are reported, each with its line and what is
 * accepted. The format is described in `public/lessons/FORMAT.md`.
 */
import type { Heading, Root, RootContent } from 'mdast';
import { readBlock } from './blocks/all';
import type { Context } from './blocks/block';
import { liftFormulas } from '../view/formulas';
import { readFrontMatter } from './frontMatter';
import type { Block, Lesson, LessonProblem, Step } from './lesson';
import { BLOCKS, STEPS } from './limits';
import { isStep, lineOf, parseMarkdown, plainText } from './markdown';
import { refusedText } from './precheck';
import { Names } from './names';
import { Problems } from './problems';
import { LESSON } from './strings';
import { checkText } from './textCheck';

/** A lesson, or its problems by line. */
export type ParsedLesson = ({ ok: true; lesson: Lesson } | { ok: false; problems: LessonProblem[] }) & {
  /** Names that depend on the scenarios of the scenes, also those of a lesson with other problems. */
  names: Names;
};

/** Reads the text of a lesson. */
export function parseLesson(text: string): ParsedLesson {
  const refused = refusedText(text);
  const names = new Names();
  if (refused) return { ok: false, problems: [refused], names };
  const problems = new Problems();
  const root = parseMarkdown(text);
  liftFormulas(root, text);
  const front = readStart(root, problems);
  const steps = readSteps(root, problems, names);
  return front !== null && problems.none
    ? { ok: true, lesson: { ...front, steps }, names }
    : { ok: false, problems: problems.list(), names };
}

function readStart(root: Root, problems: Problems) {
  const first = root.children[0];
  if (first?.type !== 'yaml') return problems.add(1, LESSON.noFrontMatter);
  root.children.shift();
  return readFrontMatter(first.value, problems);
}

/** A step that is being read. */
interface OpenStep {
  heading: Heading;
  blocks: Block[];
}

function readSteps(root: Root, problems: Problems, names: Names): Step[] {
  const context: Context = { problems, hasScene: false, ids: new Map(), names };
  const steps: OpenStep[] = [];
  let blocks = 0;
  for (const part of partsOf(root.children)) {
    if (!Array.isArray(part)) {
      steps.push({ heading: part, blocks: [] });
      continue;
    }
    const step = steps.at(-1);
    if (step === undefined) problems.add(lineOf(part[0]!), LESSON.beforeStep);
    const block = readPart(part, context);
    if (block) step?.blocks.push(block);
    blocks += 1;
    if (blocks === BLOCKS + 1) problems.add(lineOf(part[0]!), LESSON.tooManyBlocks(BLOCKS));
  }
  checkSteps(steps, problems);
  return steps.map(({ heading, blocks }) => ({ heading: plainText(heading.children) ?? '', blocks }));
}

function checkSteps(steps: readonly OpenStep[], problems: Problems): void {
  if (steps.length === 0) problems.add(1, LESSON.noSteps);
  if (steps.length > STEPS) problems.add(lineOf(steps[STEPS]!.heading), LESSON.tooManySteps(STEPS));
  for (const { heading, blocks } of steps) {
    if ((plainText(heading.children) ?? '') === '') problems.add(lineOf(heading), LESSON.plainHeading);
    else if (blocks.length === 0 && problems.none) problems.add(lineOf(heading), LESSON.emptyStep);
  }
}

/** Divides a lesson into headings of steps and blocks: single directives, and text between them. */
function partsOf(nodes: readonly RootContent[]): (Heading | RootContent[])[] {
  const parts: (Heading | RootContent[])[] = [];
  let text: RootContent[] | null = null;
  for (const node of nodes) {
    if (node.type === 'heading' && isStep(node)) {
      parts.push(node);
      text = null;
    } else if (node.type === 'containerDirective') {
      parts.push([node]);
      text = null;
    } else if (text) text.push(node);
    else parts.push((text = [node]));
  }
  return parts;
}

function readPart(nodes: RootContent[], context: Context): Block | null {
  const first = nodes[0]!;
  if (first.type === 'containerDirective') return readBlock(first, context);
  checkText(nodes, context);
  return { kind: 'text', line: lineOf(first), text: nodes };
}
