/** The course map: topics with their lessons, the progress of this browser, a search, and the levels. */
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Lab } from '../../lab/lab';
import { outlineOf } from '../../presets/outline';
import { previewOf } from '../../presets/runPreview';
import { Thumbnail } from '../../presets/Thumbnail';
import '../../presets/presets.css';
import { Boundary } from '../../ui/Boundary';
import { Button } from '../../ui/Button';
import { BOUNDARY } from '../../ui/strings';
import { Popover } from '../../ui/Popover';
import { useStore } from 'zustand';
import type { Course, Lesson, LessonProblem } from '../format/lesson';
import { readLesson } from '../source/library';
import { keptIn, type LessonProgress, type Progress } from '../session/progress';
import { COURSE_MAP, type Place } from '../source/address';
import { LecturerSwitch, useLecturer } from '../classroom/Lecturer';
import { TOOLS } from '../classroom/strings';
import { OpenCode } from '../classroom/OpenCode';
import { isBegun, SaveButton } from '../handin/SaveButton';
import { keyOf } from '../session/keys';
import { ProgressTools } from './ProgressTools';
import { MAP } from '../viewStrings';

/** A lesson of the course: null while it is loaded, its problems if it cannot be read. */
type Loaded = Lesson | readonly LessonProblem[] | null;

interface Props {
  course: Course;
  folder: string;
  progress: Progress;
  /** The Lab, which knows the presets. */
  lab: Lab;
  onOpen(id: string, step: number): void;
  /** Opens a lesson of any origin. */
  onPlace(place: Place): void;
  onEdit(): void;
  onGrade(): void;
}

/** Map of a course. */
export function CourseMap({ course, folder, progress, lab, onOpen, onPlace, onEdit, onGrade }: Props) {
  const lessons = useLessons(course, folder);
  const [query, setQuery] = useState('');
  const [level, setLevel] = useState(0);
  const kept = useStore(progress.store);
  const isLecturer = useLecturer();
  const ids = course.topics.flatMap((topic) => topic.lessons.map(({ id }) => id));
  const keptOf = (id: string): LessonProgress => keptIn(kept.lessons, keyOf(folder, id));
  const done = ids.filter((id) => keptOf(id).finished).length;
  // A lesson that was begun comes before the first that was not.
  const next = ids.find((id) => isUnderWay(keptOf(id))) ?? ids.find((id) => !keptOf(id).finished);
  const pictures = picturesOf(ids, lessons);
  const matches = ({ id, title }: { id: string; title: string }): boolean => {
    const loaded = lessons.get(id) ?? null;
    const lesson = isLesson(loaded) ? loaded : null;
    if (level > 0 && lesson?.level !== level) return false;
    const text = [title, id, ...(lesson ? [lesson.title, ...lesson.goals] : [])].join(' ').toLowerCase();
    return query
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word));
  };
  const topics = course.topics
    .map((topic) => ({ ...topic, lessons: topic.lessons.filter(matches) }))
    .filter((topic) => topic.lessons.length > 0);
  return (
    <div className="course">
      <h2>{course.title}</h2>
      <p>{course.about}</p>
      <div className="course-tools">
        <input
          className="input"
          type="search"
          placeholder={MAP.search}
          aria-label={MAP.search}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <select
          className="input"
          aria-label={MAP.level}
          value={level}
          onChange={(event) => setLevel(Number(event.currentTarget.value))}
        >
          <option value={0}>{MAP.allLevels}</option>
          {([1, 2, 3] as const).map((one) => (
            <option key={one} value={one}>
              {MAP.levels[one]}
            </option>
          ))}
        </select>
        <span className="note" role="status">
          {topics.length === 0 ? MAP.none(query) : MAP.progress(done, ids.length)}
        </span>
        <Popover button={TOOLS.button} className="button course-class">
          <div className="menu">
            <LecturerSwitch />
            {isLecturer && (
              <>
                <Button quiet onClick={onEdit}>
                  {MAP.edit}
                </Button>
                <Button quiet onClick={onGrade}>
                  {MAP.grade}
                </Button>
              </>
            )}
          </div>
        </Popover>
      </div>
      <OpenCode folder={folder} lessons={ids} onOpen={onPlace} />
      {kept.failure !== null && <p className="problem">{MAP.unsaved}</p>}
      {topics.map((topic) => (
        <section key={topic.title} aria-label={topic.title}>
          <h3>{topic.title}</h3>
          <ol className="course-lessons">
            {topic.lessons.map(({ id, title }) => (
              <li key={id}>
                <Boundary part={BOUNDARY.parts.card} resetOn={[lessons.get(id)]}>
                  <Card
                    title={title}
                    number={ids.indexOf(id) + 1}
                    loaded={lessons.get(id) ?? null}
                    kept={keptOf(id)}
                    isNext={id === next}
                    picture={<Picture lab={lab} id={pictures.get(id)} />}
                    place={{ ...COURSE_MAP, folder, id }}
                    onOpen={(step) => onOpen(id, step)}
                  />
                </Boundary>
              </li>
            ))}
          </ol>
        </section>
      ))}
      <ProgressTools progress={progress} />
    </div>
  );
}

interface CardProps {
  title: string;
  number: number;
  loaded: Loaded;
  kept: LessonProgress;
  /** Whether it is the lesson with which the reader goes on. */
  isNext: boolean;
  picture: ReactNode;
  place: Place;
  onOpen(step: number): void;
}

function Card({ title, number, loaded, kept, isNext, picture, place, onOpen }: CardProps) {
  const lesson = isLesson(loaded) ? loaded : null;
  const steps = lesson?.steps.length ?? 0;
  const step = kept.finished ? 0 : kept.step;
  return (
    <div className="course-card" data-finished={kept.finished || undefined}>
      <h4>
        <span className="course-number">{kept.finished ? '✓' : number}</span>
        {lesson?.title ?? title}
      </h4>
      <div className="course-picture">{picture}</div>
      {lesson && (
        <>
          <p className="note">{MAP.extent(lesson)}</p>
          <p>{lesson.goals[0]}</p>
          <progress max={steps} value={kept.finished ? steps : kept.step} aria-label={title} />
        </>
      )}
      {Array.isArray(loaded) && <Problems file={title} problems={loaded as readonly LessonProblem[]} />}
      <p className="row spaced wrap">
        <Button primary={isNext} disabled={!lesson} onClick={() => onOpen(step)}>
          {kept.finished
            ? MAP.again(number)
            : isUnderWay(kept)
              ? MAP.resume(number, kept.step + 1, steps)
              : MAP.begin(number)}
        </Button>
        {lesson && isBegun(kept) && (
          <SaveButton name={MAP.receipt(number)} lesson={lesson} place={place} progress={kept} />
        )}
      </p>
    </div>
  );
}

/** Returns the preset that is drawn for each lesson: the first that it explains and that is drawn for no earlier one. */
function picturesOf(ids: readonly string[], lessons: ReadonlyMap<string, Loaded>): Map<string, string> {
  const pictures = new Map<string, string>();
  const used = new Set<string>();
  for (const id of ids) {
    const loaded = lessons.get(id) ?? null;
    const presets = isLesson(loaded) ? loaded.presets : [];
    const preset = presets.find((one) => !used.has(one)) ?? presets[0];
    if (preset === undefined) continue;
    used.add(preset);
    pictures.set(id, preset);
  }
  return pictures;
}

/** Network and queue of a preset that a lesson explains; nothing until the simulator is there. */
function Picture({ lab, id }: { lab: Lab; id: string | undefined }) {
  const presets = useStore(lab.store, (state) => state.presets);
  const catalog = useStore(lab.store, (state) => state.catalog);
  const preset = presets.find((one) => one.id === id);
  const outline = useMemo(() => preset && outlineOf(preset.scenario, catalog), [preset, catalog]);
  return preset && outline && <Thumbnail outline={outline} preview={previewOf(preset.id)} />;
}

/** Whether a lesson was begun and not finished. */
function isUnderWay({ finished, step }: LessonProgress): boolean {
  return !finished && step > 0;
}

/** Problems of a file, with their lines; under a heading of its own, the file is not named. */
export function Problems({ file, problems }: { file?: string; problems: readonly LessonProblem[] }) {
  return (
    <div className="problem" role="alert">
      {file !== undefined && <p>{MAP.problems(file)}</p>}
      <ul>
        {problems.map(({ line, message }, i) => (
          <li key={i}>{MAP.line(line, message)}</li>
        ))}
      </ul>
    </div>
  );
}

function isLesson(loaded: Loaded): loaded is Lesson {
  return loaded !== null && !Array.isArray(loaded);
}

/** Returns the lessons by id as they arrive. */
function useLessons(course: Course, folder: string): ReadonlyMap<string, Loaded> {
  const [lessons, setLessons] = useState<ReadonlyMap<string, Loaded>>(new Map());
  useEffect(() => {
    let left = false;
    for (const { id } of course.topics.flatMap((topic) => topic.lessons))
      void readLesson({ ...COURSE_MAP, folder, id }).then((read) => {
        if (!left) setLessons((known) => new Map(known).set(id, read.ok ? read.value : read.problems));
      });
    return () => {
      left = true;
    };
  }, [course, folder]);
  return lessons;
}
