/** Notes for the lecturer: misconceptions, questions for the class, and timing. */
import { TextList } from '../view/About';
import type { Lesson, TeacherNotes as Notes } from '../format/lesson';
import { LESSON } from '../viewStrings';
import { useLecturer } from './Lecturer';

/** Whether a lesson has any notes. */
export function hasNotes({ misconceptions, questions, timing }: Notes): boolean {
  return misconceptions.length > 0 || questions.length > 0 || timing !== '';
}

/** Notes that are closed at first; absent until a lecturer has switched them on. */
export function TeacherNotesDisclosure({ lesson: { teacher } }: { lesson: Lesson }) {
  const isLecturer = useLecturer();
  if (!isLecturer || !hasNotes(teacher)) return null;
  return (
    <details className="teacher-notes">
      <summary>{LESSON.teacher}</summary>
      <TeacherNotes notes={teacher} />
    </details>
  );
}

/** Notes for the lecturer in full. */
export function TeacherNotes({ notes }: { notes: Notes }) {
  return (
    <>
      {notes.timing !== '' && (
        <p>
          <strong>{LESSON.timing}.</strong> {notes.timing}
        </p>
      )}
      <NoteList title={LESSON.misconceptions} items={notes.misconceptions} />
      <NoteList title={LESSON.questions} items={notes.questions} />
    </>
  );
}

function NoteList({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <>
      <p>
        <strong>{title}</strong>
      </p>
      <TextList texts={items} />
    </>
  );
}
