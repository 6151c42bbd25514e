/** A lesson: one step at a time, its text beside the scene. */
import { useCallback, useEffect, useRef, type KeyboardEvent } from 'react';
import { useStore } from 'zustand';
import { Boundary } from '../../ui/Boundary';
import { Button } from '../../ui/Button';
import { BOUNDARY } from '../../ui/strings';
import { bringIntoView } from '../../ui/intoView';
import { Goals, LeavesOut, TextList } from './About';
import type { Lab } from '../../lab/lab';
import type { Place, Showing } from '../source/address';
import { BlockView } from './Blocks';
import { ClassTools } from '../classroom/ClassTools';
import { TeacherNotesDisclosure } from '../classroom/TeacherNotes';
import { useKept, useLesson, useOpened, useSession } from '../session/context';
import { Report } from '../embed/Report';
import { SaveButton } from '../handin/SaveButton';
import type { Lesson } from '../format/lesson';
import { OpenedLesson } from './OpenedLesson';
import { LESSON, MAP } from '../viewStrings';
import type { Progress } from '../session/progress';
import { Related } from './Related';
import { SceneView } from './SceneView';

interface Props {
  lesson: Lesson;
  /** Name of the lesson in the progress. */
  storageKey: string;
  place: Place;
  progress: Progress;
  another(): Lab;
  onStep(step: number): void;
  onBack(): void;
  /** Shows the lesson to a class, or as a sheet of paper. */
  onShow(showing: Showing): void;
  onLab(scenario: unknown): void;
  /** Opens a preset in the Lab. */
  onPreset(id: string): void;
}

/** Page of an opened lesson. */
export function LessonPage(props: Props) {
  return (
    <OpenedLesson {...props}>
      <Boundary part={BOUNDARY.parts.lessonPart}>
        <Report lesson={props.lesson} place={props.place} />
      </Boundary>
      <Steps {...props} />
    </OpenedLesson>
  );
}

function Steps({ lesson, place, onStep, onBack, onShow, onLab, onPreset }: Props) {
  const session = useSession();
  const finished = useKept((kept) => kept.finished);
  const step = Math.min(place.step, lesson.steps.length - 1);
  const shown = lesson.steps[step];
  const heading = useRef<HTMLHeadingElement>(null);
  const moved = useRef(false);
  useEffect(() => void session.goTo(step), [session, step]);
  useEffect(() => {
    // The first step keeps the focus of the page; each later one is announced by its heading.
    if (moved.current) heading.current?.focus({ preventScroll: true });
    heading.current?.closest('.lesson-text')?.scrollTo({ top: 0 });
  }, [step]);
  const go = useCallback(
    (next: number): void => {
      moved.current = true;
      onStep(next);
    },
    [onStep],
  );
  const last = step === lesson.steps.length - 1;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLElement && event.target.closest('input, select, textarea, [role=slider]'))
      return;
    if (event.key === 'PageDown' && !last) go(step + 1);
    else if (event.key === 'PageUp' && step > 0) go(step - 1);
    else return;
    event.preventDefault();
  };
  return (
    <div className="lesson" onKeyDown={onKeyDown}>
      <article className="lesson-text">
        <div className="lesson-head">
          <Button quiet onClick={onBack}>
            ← {LESSON.back}
          </Button>
          <span className="note">{LESSON.step(step + 1, lesson.steps.length)}</span>
          <Boundary part={BOUNDARY.parts.lessonPart}>
            <ClassTools place={place} onShow={onShow} />
          </Boundary>
        </div>
        <h2>{lesson.title}</h2>
        <StepDots lesson={lesson} step={step} onStep={go} />
        <Unsaved />
        {step === 0 && (
          <div className="lesson-goals">
            <p className="note">{MAP.extent(lesson)}</p>
            <Boundary part={BOUNDARY.parts.lessonPart}>
              <Goals lesson={lesson} />
            </Boundary>
          </div>
        )}
        {step === 0 && (
          <Boundary part={BOUNDARY.parts.lessonPart}>
            <TeacherNotesDisclosure lesson={lesson} />
          </Boundary>
        )}
        <h3 ref={heading} tabIndex={-1}>
          {shown?.heading}
        </h3>
        {shown?.blocks.map((block, i) => (
          <BlockView key={`${step}-${i}`} block={block} />
        ))}
        {last && finished && (
          <Boundary part={BOUNDARY.parts.lessonPart}>
            <Finished lesson={lesson} onPreset={onPreset} />
          </Boundary>
        )}
        <p className="lesson-nav">
          <Button disabled={step === 0} onClick={() => go(step - 1)}>
            {LESSON.previous}
          </Button>
          {last ? (
            <>
              <Boundary part={BOUNDARY.parts.lessonPart}>
                <SaveReceipt lesson={lesson} place={place} />
              </Boundary>
              <Button primary onClick={() => session.finish()}>
                {LESSON.finish}
              </Button>
            </>
          ) : (
            <Button primary onClick={() => go(step + 1)}>
              {LESSON.next}
            </Button>
          )}
        </p>
      </article>
      <SceneView onLab={onLab} />
    </div>
  );
}

function SaveReceipt(props: { lesson: Lesson; place: Place }) {
  return <SaveButton {...props} progress={useKept((kept) => kept)} />;
}

/** Tells that answers are not kept; nothing while they are. */
function Unsaved() {
  const { progress } = useOpened();
  const failure = useStore(progress.store, (state) => state.failure);
  return (
    failure !== null && (
      <p className="problem" role="alert">
        {MAP.unsaved}
      </p>
    )
  );
}

function StepDots({ lesson, step, onStep }: { lesson: Lesson; step: number; onStep(step: number): void }) {
  return (
    <nav className="lesson-dots" aria-label={LESSON.steps}>
      {lesson.steps.map(({ heading }, i) => (
        <button
          key={i}
          type="button"
          aria-current={i === step ? 'step' : undefined}
          aria-label={`${i + 1}. ${heading}`}
          title={heading}
          onClick={() => onStep(i)}
        />
      ))}
    </nav>
  );
}

function Finished({ lesson, onPreset }: Pick<Props, 'lesson' | 'onPreset'>) {
  const ended = useLesson((state) => state.ended);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // A lesson that was finished before opens at its beginning.
    if (ended === 0) return;
    section.current?.focus({ preventScroll: true });
    bringIntoView(section.current, 'start');
  }, [ended]);
  return (
    <section ref={section} className="lesson-block finished" role="status" tabIndex={-1}>
      <p className="lesson-right">✓ {LESSON.done}</p>
      <p>{LESSON.doneText}</p>
      <Related lesson={lesson} onPreset={onPreset} />
      <LeavesOut lesson={lesson} />
      <p>{LESSON.sources}</p>
      <TextList texts={lesson.sources} />
    </section>
  );
}
