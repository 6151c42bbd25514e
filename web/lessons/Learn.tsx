/**
 * The Learn view: the map of a course, or one lesson of it. The address selects both; see `address.ts`.
 */
import { useCallback, useEffect, useState, type ComponentProps } from 'react';
import type { OpenView } from '../lab/hidden';
import type { Lab } from '../lab/lab';
import { glossary } from '../learn/lazyGlossary';
import { Boundary } from '../ui/Boundary';
import { Button } from '../ui/Button';
import { notify } from '../ui/notices';
import { BOUNDARY } from '../ui/strings';
import { Lazy, useLazy } from '../ui/lazy';
import { unlessGone } from '../ui/unlessGone';
import type { AddressWindow } from '../url/address';
import { checksum } from '../url/checksum';
import { COURSE_MAP, fragmentOf, isLesson, placeOf, type Place, type Showing } from './source/address';
import { InClass } from './classroom/InClass';
import { CourseMap, Problems } from './course/CourseMap';
import { ViewContext } from './session/context';
import { DraftRescue } from './editor/DraftRescue';
import type { Editor as EditorView } from './editor/Editor';
import { pageHost } from './embed/pageHost';
import type { Grading as GradingView } from './handin/Grading';
import { keyOf, keyOfLink } from './session/keys';
import { LessonPage } from './view/LessonPage';
import type { Course, Lesson, LessonProblem, Read } from './format/lesson';
import { FILE_BYTES } from './format/limits';
import { readCourse, readLesson } from './source/library';
import { Progress } from './session/progress';
import { packedText } from './source/packed';
import { EDITOR, LESSON, MAP } from './viewStrings';
import './lessons.css';

interface Props {
  /** Address of this view; see `web/url/views.ts`. */
  address: AddressWindow;
  /** Whether this view is open. */
  view: OpenView;
  /** Creates a Lab of its own for the scenes of a lesson. */
  another(): Lab;
  /** Opens the scenario of a scene in the Lab. */
  onLab(scenario: unknown): void;
  /** Opens a preset in the Lab. */
  onPreset(id: string): void;
  /** The Lab, with whose experiment a new lesson begins. */
  lab: Lab;
  /** Opens this view again as it was left. */
  onReturn(): void;
}

/** Shows the course map, or the lesson that the address names. */
export function Learn(props: Props) {
  return (
    <ViewContext value={props.view}>
      <PlaceView {...props} />
    </ViewContext>
  );
}

function PlaceView({ address, another, onLab, onPreset, lab, onReturn }: Props) {
  const [place, go] = usePlace(address);
  const [progress] = useState(() => new Progress());
  const { folder, id, packed } = place;
  useEffect(() => progress.follow(window), [progress]);
  // Terms in the texts show their definitions.
  useEffect(() => void glossary.fetch(), []);
  const inLesson = isLesson(place);
  const course = useRead<Course>(inLesson ? null : folder, readCourse);
  const lesson = useRead<Lesson>(inLesson ? textOf(place) : null, readLessonAt);
  const onStep = useCallback((step: number) => go({ ...place, step }), [go, place]);
  const key = packed === null ? keyOf(folder, id ?? '') : keyOfLink(checksum(packed));
  if (inLesson) {
    if (!lesson) return <p className="note">{LESSON.loading}</p>;
    if (!lesson.ok)
      return (
        <Unopened
          title={place.packed === null ? MAP.problems(id ?? '') : LESSON.badLink}
          problems={lesson.problems}
          onBack={() => go({ ...COURSE_MAP, folder })}
        />
      );
    const back = (): void => go({ ...COURSE_MAP, folder });
    const onShow = (showing: Showing): void => go({ ...place, showing });
    return (
      <Boundary
        key={`${key} ${place.showing}`}
        part={BOUNDARY.parts.lesson}
        actions={<Button onClick={back}>{LESSON.back}</Button>}
      >
        {place.showing !== 'read' ? (
          <InClass {...{ place, another, go }} lesson={lesson.value} />
        ) : (
          <LessonPage
            lesson={lesson.value}
            storageKey={key}
            place={place}
            progress={progress}
            another={another}
            onStep={onStep}
            onBack={back}
            onShow={onShow}
            onLab={onLab}
            onPreset={onPreset}
          />
        )}
      </Boundary>
    );
  }
  if (place.grading)
    return (
      <Boundary
        part={BOUNDARY.parts.grades}
        actions={<Button onClick={() => go(COURSE_MAP)}>{LESSON.back}</Button>}
      >
        <Grade another={another} onBack={() => go(COURSE_MAP)} />
      </Boundary>
    );
  if (place.editing)
    return (
      <Boundary part={EDITOR.name} actions={<DraftRescue />}>
        <Edit {...{ lab, another, onLab, onReturn }} onOpen={go} />
      </Boundary>
    );
  if (!course) return <p className="note">{MAP.loading}</p>;
  if (!course.ok) return <Problems file={`${folder}/course.md`} problems={course.problems} />;
  return (
    <CourseMap
      course={course.value}
      folder={folder}
      progress={progress}
      lab={lab}
      onOpen={(id, step) => go({ ...COURSE_MAP, folder, id, step })}
      onPlace={go}
      onEdit={() => go({ ...COURSE_MAP, editing: true })}
      onGrade={() => go({ ...COURSE_MAP, grading: true })}
    />
  );
}

/**
 * Page in place of a lesson that cannot be opened: the reasons, and the way to the other lessons. The page around an
 * embedded one gets them too.
 */
function Unopened({ title, problems, onBack }: UnopenedProps) {
  useEffect(() => {
    const lines = problems.map(({ line, message }) => MAP.line(line, message));
    pageHost()?.send({ type: 'refused', message: [title, ...lines].join('\n') });
  }, [title, problems]);
  return (
    <div className="course">
      <h2>{title}</h2>
      <Problems problems={problems} />
      <p>
        <Button primary onClick={onBack} text={LESSON.back} />
      </p>
    </div>
  );
}

interface UnopenedProps {
  title: string;
  problems: readonly LessonProblem[];
  onBack(): void;
}

/** Returns the address of a lesson's text, which is the same at each of its steps, for a reader and in a class. */
const textOf = (place: Place): string => fragmentOf({ ...place, step: 0, showing: 'read' });

const grading = new Lazy(() => import('./handin/Grading'));

/** The grading view, loaded when it is opened. */
function Grade(props: ComponentProps<typeof GradingView>) {
  const part = useLazy(grading);
  useEffect(() => void grading.load(), []);
  return part ? <part.Grading {...props} /> : <p className="note">{LESSON.loading}</p>;
}

const editor = new Lazy(() => import('./editor/Editor'));

/** The editor, loaded when it is opened: readers of lessons do without its field for text. */
function Edit(props: ComponentProps<typeof EditorView>) {
  const part = useLazy(editor);
  useEffect(() => void editor.load(), []);
  return part ? <part.Editor {...props} /> : <p className="note">{EDITOR.loading}</p>;
}

const readLessonAt = (fragment: string): Promise<Read<Lesson>> => readLesson(placeOf(fragment));

/** Returns the result of reading `key`, null until it is there; a null key reads nothing. */
function useRead<T>(key: string | null, read: (key: string) => Promise<Read<T>>): Read<T> | null {
  const [result, setResult] = useState<{ key: string; read: Read<T> } | null>(null);
  useEffect(() => {
    if (key === null) return;
    return unlessGone(read(key), (value) => setResult({ key, read: value }));
  }, [key, read]);
  return result !== null && result.key === key ? result.read : null;
}

/** State of the opened place, read from the address; another lesson adds an entry to the history, another step too. */
function usePlace(address: AddressWindow): [Place, (place: Place) => void] {
  const [place, setPlace] = useState(() => placeOf(address.location.hash));
  useEffect(() => {
    address.addEventListener('popstate', () => setPlace(placeOf(address.location.hash)));
  }, [address]);
  const go = useCallback(
    (next: Place): void => {
      setPlace(next);
      try {
        address.history.pushState(null, '', fragmentOf(next));
      } catch {
        // Browsers limit the number of history entries; the place opens without one.
      }
    },
    [address],
  );
  return [place, go];
}

/** Returns the fragment that presents the lesson at a fragment of this view; null if there is no lesson. */
export function presentationOf(hash: string): string | null {
  const place = placeOf(hash);
  return isLesson(place) ? fragmentOf({ ...place, showing: 'present' }) : null;
}

/** Returns the fragment that opens a file of a lesson; null, with a notice, for a file that is too large. */
export async function fragmentOfFile(file: File): Promise<string | null> {
  if (file.size > FILE_BYTES) {
    notify(EDITOR.tooLong, 'refused');
    return null;
  }
  return fragmentOf({ ...COURSE_MAP, packed: packedText(await file.text()) });
}
