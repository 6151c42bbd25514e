/** Facts about a lesson, which its page, its presentation and its sheets show: goals, sources and simplifications. */
import type { Lesson } from '../format/lesson';
import { LESSON } from '../viewStrings';

/** Abilities of a student after the lesson; nothing if it names none. */
export function Goals({ lesson: { goals } }: { lesson: Lesson }) {
  if (goals.length === 0) return null;
  return (
    <>
      <p>{LESSON.goals}</p>
      <TextList texts={goals} />
    </>
  );
}

/** Simplifications of the lesson; nothing if it names none. */
export function LeavesOut({ lesson: { leavesOut } }: { lesson: Lesson }) {
  if (leavesOut === '') return null;
  return (
    <p>
      {LESSON.leavesOut}: {leavesOut}
    </p>
  );
}

/** List of different texts. */
export function TextList({ texts }: { texts: readonly string[] }) {
  return (
    <ul>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
