/**
 * Decides by which text of a lesson a receipt is graded. A receipt with a lesson in a link contains its own text, which its student
 * may have changed. The text that the lecturer has opened decides before that of the course, and both before that of a receipt.
 */
import { checksumOf } from '../source/library';
import type { Lesson, LessonProblem } from '../format/lesson';
import { shortDigest } from './digest';
import type { Receipt } from './receipt';
import { GRADING } from './strings';

/** Origin of a text: opened by the lecturer, a file of the course, or contained in a receipt. */
export type Origin = 'own' | 'course' | 'receipt';

/** Lesson of some receipts. */
export interface GradedLesson {
  key: string;
  title: string;
  /** Null if it cannot be read here. */
  lesson: Lesson | null;
  /** SHA-256 of its text; null if it cannot be read here. */
  digest: string | null;
  origin: Origin;
  problems: readonly LessonProblem[];
}

/** Returns the titles by which a receipt is related to a lesson: that which it states, and that of the text. */
export function titlesOf({ lesson }: Receipt, named: GradedLesson | undefined): ReadonlySet<string> {
  return new Set([lesson.title, named?.title ?? lesson.title].map((title) => title.trim().toLowerCase()));
}

/** Returns the lesson that decides the grade of a receipt, which names or contains the lesson `named`. */
export function deciding(
  named: GradedLesson | undefined,
  titles: ReadonlySet<string>,
  lessons: readonly GradedLesson[],
): GradedLesson | undefined {
  const of = (origin: Origin): GradedLesson | undefined =>
    lessons.find(
      (one) => one.origin === origin && one.lesson !== null && titles.has(one.title.trim().toLowerCase()),
    );
  return of('own') ?? (named?.origin === 'receipt' ? of('course') : undefined) ?? named;
}

/** Returns remarks about the text of a receipt's lesson, which is graded by `decider`. */
export function textRemarks(
  { lesson }: Receipt,
  named: GradedLesson | undefined,
  decider: GradedLesson,
): string[] {
  const { checksum, sha256, packed } = lesson;
  if (packed === null) {
    const isSame = sha256 === null ? checksum === crcOf(decider) : sha256 === decider.digest;
    return isSame || decider.lesson === null ? [] : [GRADING.otherVersion(shortDigest(sha256 ?? checksum))];
  }
  const isStated = checksum === crcOf(named) && (sha256 === null || sha256 === named?.digest);
  const isSame = named?.digest === decider.digest;
  return [
    ...(isSame ? [] : [GRADING.otherText(shortDigest(named?.digest ?? checksum))]),
    ...(isStated ? [] : [GRADING.otherStated]),
  ];
}

function crcOf(graded: GradedLesson | undefined): string {
  return graded?.lesson ? checksumOf(graded.lesson) : '';
}
