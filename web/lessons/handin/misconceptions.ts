/** Counts which options a class has chosen, with the misconception behind each wrong one. */
import type { Lesson } from '../format/lesson';
import { partsOf, wordsOf } from './outline';
import type { Receipt } from './receipt';

/** Question with a choice, and the number of students by option. */
export interface ChoiceCounts {
  id: string;
  question: string;
  options: readonly OptionCount[];
  /** Number of students who answered. */
  answered: number;
}

/** Option of a question. */
export interface OptionCount {
  text: string;
  isCorrect: boolean;
  /** Explanation that the lesson gives for the option; null if it has none. */
  why: string | null;
  count: number;
}

/** Returns the counts for each choice of the lesson. */
export function choiceCounts(lesson: Lesson, receipts: readonly Receipt[]): ChoiceCounts[] {
  return partsOf(lesson).flatMap((part) => {
    if (!('answer' in part) || part.answer.kind !== 'choice') return [];
    const { options, correct, why } = part.answer;
    const chosen = receipts.flatMap(({ answers }) => {
      const given = answers.findLast(({ id }) => id === part.id)?.given;
      return given?.kind === 'choice' && given.option < options.length ? [given.option] : [];
    });
    const counts = options.map((text, i) => ({
      text,
      isCorrect: i === correct,
      why: why[i] ?? null,
      count: chosen.filter((option) => option === i).length,
    }));
    return [{ id: part.id, question: wordsOf(part.text), options: counts, answered: chosen.length }];
  });
}
