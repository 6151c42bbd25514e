/**
 * The grading view: a lecturer opens receipts and sees a table of answers, what the class has chosen, and whether the runs are
 * genuine. All of it happens in this page.
 */
import { useEffect, useMemo, useRef, useState, type ChangeEvent } from 'react';
import { useStore } from 'zustand';
import type { Lab } from '../../lab/lab';
import { Boundary } from '../../ui/Boundary';
import { Button } from '../../ui/Button';
import { DialogBoundary } from '../../ui/Dialog';
import { BOUNDARY } from '../../ui/strings';
import { Select } from '../../ui/Select';
import { download } from '../../url/file';
import { Problems } from '../course/CourseMap';
import { Choices } from './Choices';
import { Details } from './Details';
import { duplicatesIn } from './duplicates';
import { GradeTable } from './GradeTable';
import { gradesCsv, type Grade } from './grades';
import { titlesOf, type GradedLesson } from './deciding';
import { shortDigest } from './digest';
import { Grading as GradingController, type Submission } from './grading';
import { OwnLesson } from './OwnLesson';
import { GRADING } from './strings';
import './handin.css';

interface Props {
  another(): Lab;
  onBack(): void;
}

/** Grading view with the receipts that are open. */
export function Grading({ another, onBack }: Props) {
  const [grading] = useState(() => gradingOf(another));
  const section = useDrops((files) => void grading.add(files));
  const { submissions, refused, lessons: known } = useStore(grading.store);
  const lessons = known.filter(({ key }) => submissions.some((one) => one.lesson === key));
  const [chosen, setChosen] = useState('');
  const shown = lessons.find(({ key }) => key === chosen) ?? lessons[0];
  return (
    <section ref={section} className="grading" aria-label={GRADING.title}>
      <div className="row spaced wrap">
        <Button quiet onClick={onBack}>
          ← {GRADING.back}
        </Button>
        <h2>{GRADING.title}</h2>
      </div>
      <p>{GRADING.about}</p>
      <div className="row spaced wrap grading-tools">
        <Files onFiles={(files) => void grading.add(files)} />
        {submissions.length + refused.length > 0 && (
          <Button onClick={() => grading.clear()}>{GRADING.clear}</Button>
        )}
        {lessons.length > 1 && (
          <Select
            aria-label={GRADING.lesson}
            value={shown?.key ?? ''}
            options={lessons.map((one) => [one.key, nameOfLesson(one, lessons)] as const)}
            onChoose={setChosen}
          />
        )}
        <span className="note" role="status">
          {GRADING.count(submissions.length)}
        </span>
      </div>
      <OwnLesson grading={grading} onUsed={setChosen} />
      <Refused refused={refused} />
      {shown ? (
        <Boundary part={BOUNDARY.parts.grades} resetOn={[shown, submissions]}>
          <LessonGrades grading={grading} graded={shown} />
        </Boundary>
      ) : (
        <p className="grading-drop">{GRADING.empty}</p>
      )}
    </section>
  );
}

/** Returns the title of a lesson, with its digest where two have the same title. */
function nameOfLesson({ title, digest }: GradedLesson, lessons: readonly GradedLesson[]): string {
  const alone = lessons.filter((one) => one.title === title).length === 1;
  return alone || digest === null ? title : GRADING.text(title, shortDigest(digest));
}

const gradings = new WeakMap<Props['another'], GradingController>();

/** Returns the controller of a page, which keeps its receipts while a lesson is shown instead. */
function gradingOf(another: Props['another']): GradingController {
  const grading = gradings.get(another) ?? new GradingController(another);
  gradings.set(another, grading);
  return grading;
}

function Files({ onFiles }: { onFiles(files: File[]): void }) {
  const picker = useRef<HTMLInputElement>(null);
  const onChange = (event: ChangeEvent<HTMLInputElement>): void => {
    onFiles([...(event.currentTarget.files ?? [])]);
    event.currentTarget.value = '';
  };
  return (
    <>
      <Button primary onClick={() => picker.current?.click()}>
        {GRADING.open}
      </Button>
      <input
        ref={picker}
        type="file"
        multiple
        accept=".html,.json,text/html,application/json"
        aria-label={GRADING.field}
        hidden
        onChange={onChange}
      />
    </>
  );
}

function Refused({ refused }: { refused: readonly { file: string; message: string }[] }) {
  if (refused.length === 0) return null;
  return (
    <div className="problem" role="alert">
      <p>{GRADING.refused(refused.length)}</p>
      <ul className="grading-refused">
        {refused.map(({ file, message }, i) => (
          <li key={i}>
            <b>{file}</b> {message}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Receipts of one lesson. */
function LessonGrades({ grading, graded }: { grading: GradingController; graded: GradedLesson }) {
  const { key, title, lesson, problems } = graded;
  const { submissions, checks, lessons } = useStore(grading.store);
  const own = useMemo(() => submissions.filter((one) => one.lesson === key), [submissions, key]);
  const [opened, setOpened] = useState<number | null>(null);
  const grades = useMemo(() => {
    const duplicates = duplicatesIn(own.map(({ receipt }) => receipt));
    return own.map(({ receipt, file, marks, remarks: ofText }, i): Grade => {
      const others = (duplicates[i] ?? []).map(({ other, likeness }) =>
        GRADING.alike[likeness](nameOf(own[other]!)),
      );
      const remarks = [...ofText, ...others];
      return { receipt, file, marks, checks: receipt.runs.map((run) => checks.get(run) ?? WAITING), remarks };
    });
  }, [own, checks]);
  if (!lesson) return <Problems file={title} problems={problems} />;
  const index = own.findIndex((one) => one.key === opened);
  return (
    <>
      <h3>{lesson.title}</h3>
      <TextOrigin graded={graded} own={own} all={submissions} lessons={lessons} />
      <Replays grading={grading} lesson={key} grades={grades} />
      <Boundary part={BOUNDARY.parts.grades} resetOn={[grades]}>
        <GradeTable
          lesson={lesson}
          grades={grades}
          onOpen={(row) => setOpened(own[row]?.key ?? null)}
          onRemove={(row) => grading.remove(own[row]!.key)}
        />
      </Boundary>
      <p className="row spaced wrap">
        <Button disabled={own.length === 0} onClick={() => saveCsv(gradesCsv(lesson, grades))}>
          {GRADING.save}
        </Button>
        <span className="note">{GRADING.legend}</span>
      </p>
      <Boundary part={BOUNDARY.parts.grades} resetOn={[own]}>
        <Choices lesson={lesson} receipts={own.map(({ receipt }) => receipt)} />
      </Boundary>
      <DialogBoundary open={index >= 0} onClose={() => setOpened(null)}>
        {grades[index] && <Details lesson={lesson} grade={grades[index]} onClose={() => setOpened(null)} />}
      </DialogBoundary>
    </>
  );
}

interface OriginProps {
  graded: GradedLesson;
  own: readonly Submission[];
  all: readonly Submission[];
  lessons: readonly GradedLesson[];
}

/** Tells from where the text comes that decides the grades, and who has handed in another one. */
function TextOrigin({ graded, own, all, lessons }: OriginProps) {
  const { origin, title, key } = graded;
  const digest = shortDigest(graded.digest ?? '');
  if (origin !== 'receipt') return <p className="note">{GRADING.origin[origin](digest)}</p>;
  const named = (one: Submission) => lessons.find((lesson) => lesson.key === one.named);
  const titles = new Set(
    [title, ...own.map(({ receipt }) => receipt.lesson.title)].map((one) => one.trim().toLowerCase()),
  );
  const others = all.filter(
    (one) => one.lesson !== key && [...titlesOf(one.receipt, named(one))].some((one) => titles.has(one)),
  );
  return (
    <p className="grading-origin" role="status">
      {GRADING.origin.receipt(own.length, digest)}{' '}
      {others.length > 0 && `${GRADING.others(others.map(nameOf))} `}
      {GRADING.openOwn}
    </p>
  );
}

const WAITING = { state: 'waiting', replay: null } as const;

function saveCsv(text: string): void {
  // Spreadsheets read UTF-8 only after a byte order mark.
  download(GRADING.csvName, new Blob(['\ufeff', text], { type: 'text/csv' }));
}

function nameOf({ receipt, file }: { receipt: Grade['receipt']; file: string }): string {
  return receipt.student === '' ? file : receipt.student;
}

function Replays({
  grading,
  lesson,
  grades,
}: {
  grading: GradingController;
  lesson: string;
  grades: readonly Grade[];
}) {
  const { replaying, failure } = useStore(grading.store);
  const all = grades.flatMap(({ checks }) => checks);
  const waiting = all.filter(({ state }) => state === 'waiting' || state === 'failed').length;
  return (
    <div className="row spaced wrap grading-replays">
      {replaying ? (
        <>
          <Button onClick={() => grading.cancel()}>{GRADING.cancel}</Button>
          <progress aria-label={GRADING.bar} max={Math.max(1, replaying.total)} value={replaying.done} />
          <span className="note">{GRADING.replaying(replaying.done, replaying.total)}</span>
        </>
      ) : (
        <Button primary disabled={waiting === 0} onClick={() => void grading.replay(lesson)}>
          {GRADING.replay(waiting)}
        </Button>
      )}
      <span className="note" role="status">
        {failure ?? (!replaying && GRADING.replayed(all.length - waiting, all.length))}
      </span>
    </div>
  );
}

/** Returns a reference to an element: while it is shown, files dropped anywhere on the page are added. */
function useDrops(add: (files: File[]) => void) {
  const element = useRef<HTMLElement>(null);
  const latest = useRef(add);
  useEffect(() => {
    latest.current = add;
  });
  useEffect(() => {
    const onDrop = (event: DragEvent): void => {
      const files = [...(event.dataTransfer?.files ?? [])];
      // The view stays in the page while another one is open.
      if (files.length === 0 || element.current?.closest('[hidden]') !== null) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      latest.current(files);
    };
    window.addEventListener('drop', onDrop, true);
    return () => window.removeEventListener('drop', onDrop, true);
  }, []);
  return element;
}
