/** The questions, tasks and tables of a lesson in order, with plain texts, as receipts and the grading view name them. */
import { significantText } from '../../plot/format';
import type { Answer, Lesson, QuestionBlock, DataBlock, TaskBlock, TextNode } from '../format/lesson';
import type { Response } from '../session/progress';
import { ANSWER } from './strings';

/** Part of a lesson that a student answers, works on or fills. */
export type Part = QuestionBlock | TaskBlock | DataBlock;

const KINDS = ['predict', 'check', 'task', 'data'];

/** Returns the parts of a lesson. */
export function partsOf({ steps }: Lesson): Part[] {
  return steps.flatMap(({ blocks }) => blocks).filter((block): block is Part => KINDS.includes(block.kind));
}

/** Returns the words of a text without its marks, on one line. */
export function wordsOf(nodes: readonly TextNode[]): string {
  return nodes.map(wordsIn).join(' ').replaceAll(/\s+/g, ' ').trim();
}

/** Length of the words in the head of a column, characters. */
const HEAD_LENGTH = 70;

/** Returns the words of a part for the head of a column: the beginning of a long text, its id if it has no words. */
export function headOf({ text, id }: Part): string {
  const words = wordsOf(text);
  if (words.length <= HEAD_LENGTH) return words === '' ? id : words;
  const cut = words.slice(0, HEAD_LENGTH);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), HEAD_LENGTH / 2)).trimEnd()} …`;
}

function wordsIn(node: TextNode): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(wordsIn).join('') : '';
}

/** Returns an answer in words; a drawn curve only by its kind. */
export function givenText(answer: Answer, given: Response): string {
  if (answer.kind !== given.kind) return ANSWER.otherKind;
  switch (given.kind) {
    case 'choice':
      return (
        (answer.kind === 'choice' ? answer.options[given.option] : undefined) ??
        ANSWER.noOption(given.option + 1)
      );
    case 'number':
      return `${significantText(given.value, 6)} ${answer.kind === 'number' ? answer.unit : ''}`.trim();
    case 'order': {
      const items = answer.kind === 'order' ? answer.items : [];
      return given.order.map((index) => items[index] ?? ANSWER.noOption(index + 1)).join(' → ');
    }
    case 'curve':
      return ANSWER.curve;
  }
}

/** Returns the correct answer in words; null if a run or a drawing shows it. */
export function correctText(answer: Answer): string | null {
  switch (answer.kind) {
    case 'choice':
      return answer.options[answer.correct] ?? null;
    case 'number':
      return answer.correct.kind === 'fixed'
        ? `${significantText(answer.correct.value, 6)} ${answer.unit}`.trim()
        : null;
    case 'order':
      return answer.items.join(' → ');
    case 'curve':
      return null;
  }
}
