/** Field and button with which a lecturer names the lesson that decides the grades: a link, an id of the course, or a file. */
import { useId, useState } from 'react';
import { Button } from '../../ui/Button';
import { FilePicker } from '../../ui/FilePicker';
import { notify } from '../../ui/notices';
import { isLesson, placeOf } from '../source/address';
import { Problems } from '../course/CourseMap';
import type { Lesson, LessonProblem, Read } from '../format/lesson';
import { lessonOf, readLesson } from '../source/library';
import { FILE_BYTES } from '../format/limits';
import { LIBRARY } from '../viewStrings';
import type { Grading } from './grading';
import { GRADING } from './strings';

/** Row of tools, with the problems of a text that is no lesson. `onUsed` gets the key of the lesson. */
export function OwnLesson({ grading, onUsed }: { grading: Grading; onUsed(key: string): void }) {
  const id = useId();
  const [link, setLink] = useState('');
  const [problems, setProblems] = useState<readonly LessonProblem[]>([]);
  const use = async (read: Promise<Read<Lesson>>): Promise<void> => {
    const found = await grading.gradeBy(read);
    setProblems(found);
    if (found.length > 0) return;
    const own = grading.store.getState().lessons.findLast(({ origin }) => origin === 'own');
    if (!own) return;
    onUsed(own.key);
    notify(GRADING.ownDone(own.title));
  };
  return (
    <>
      <form
        className="row spaced wrap grading-own"
        onSubmit={(event) => {
          event.preventDefault();
          void use(lessonAt(link));
        }}
      >
        <label htmlFor={id}>{GRADING.own}</label>
        <input
          id={id}
          className="input"
          autoComplete="off"
          spellCheck={false}
          value={link}
          onChange={(event) => setLink(event.currentTarget.value)}
        />
        <Button submit disabled={link.trim() === ''}>
          {GRADING.ownUse}
        </Button>
        <FilePicker
          field={GRADING.ownField}
          accept=".md,text/markdown"
          text={GRADING.ownFile}
          onFile={(file) => void use(lessonIn(file))}
        />
      </form>
      {problems.length > 0 && <Problems file={GRADING.ownRefused} problems={problems} />}
    </>
  );
}

const failed = (message: string): Read<Lesson> => ({ ok: false, problems: [{ line: 0, message }] });

/** Reads the lesson of a link or an id. */
async function lessonAt(typed: string): Promise<Read<Lesson>> {
  const text = typed.trim();
  const place = placeOf(text.includes('#') ? text.slice(text.indexOf('#')) : `#learn/${text}`);
  return isLesson(place) ? readLesson(place) : failed(GRADING.ownNone);
}

async function lessonIn(file: File): Promise<Read<Lesson>> {
  if (file.size > FILE_BYTES) return failed(LIBRARY.tooLong(file.size));
  return lessonOf(await file.text());
}
