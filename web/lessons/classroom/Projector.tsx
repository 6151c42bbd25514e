/**
 * A lesson on the screen of a class: large type, one thing at a time, keys of a remote control for slides. Answers are hidden
 * until they are shown. Nothing is kept: the progress of this browser's reader stays as it is.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Lab } from '../../lab/lab';
import { BrowserStore } from '../../storage/browserStore';
import { Button } from '../../ui/Button';
import type { Place } from '../source/address';
import { untilText } from '../view/Blocks';
import { useSession } from '../session/context';
import type { Lesson } from '../format/lesson';
import { OpenedLesson } from '../view/OpenedLesson';
import { Progress } from '../session/progress';
import { TASK } from '../viewStrings';
import { isTwoParts, momentsOf, showsScene, TITLE, type Moment } from './moments';
import { CountdownMenu, CountdownTime } from './CountdownView';
import { ProjectedScene } from './ProjectedScene';
import { Slide } from './Slide';
import { LinkCorner, StudentLink } from './StudentLink';
import { LINK, PRESENT } from './strings';
import { useCountdown } from './useCountdown';
import { usePresentKeys } from './usePresentKeys';
import './projector.css';

interface Props {
  lesson: Lesson;
  place: Place;
  another(): Lab;
  onStep(step: number): void;
  onLeave(): void;
}

/** Presentation of a lesson. */
export function Projector(props: Props) {
  const [progress] = useState(() => new Progress(new BrowserStore(null)));
  return (
    <OpenedLesson lesson={props.lesson} storageKey="present" progress={progress} another={props.another}>
      <Slides {...props} />
    </OpenedLesson>
  );
}

function Slides({ lesson, place, onStep, onLeave }: Props) {
  const session = useSession();
  const step = Math.min(place.step, lesson.steps.length - 1);
  const { moments, index, next, back } = useMoments(lesson, step, onStep);
  const moment = moments[index] ?? TITLE;
  const { block } = moment;
  const root = useRef<HTMLDivElement>(null);
  const slide = useRef<HTMLElement>(null);
  const [dark, setDark] = useState(false);
  const [linked, setLinked] = useState(false);
  const countdown = useCountdown();
  const [corner, setCorner] = useState(false);
  const here = { ...place, step };
  const last = step === lesson.steps.length - 1 && index === moments.length - 1;
  const leave = (): void => {
    if (document.fullscreenElement) void document.exitFullscreen();
    onLeave();
  };
  const startCountdown = (minutes: number): void => {
    countdown.start(minutes);
    // The keys act again: the form had the focus.
    slide.current?.focus({ preventScroll: true });
  };
  const showAnswer = (): void => {
    if (block && isTwoParts(block) && !moment.open) next();
  };
  useEffect(() => void session.goTo(step), [session, step]);
  useEffect(() => session.pointAt(block?.kind === 'run' ? block.show : null), [session, block]);
  useEffect(() => slide.current?.focus({ preventScroll: true }), [step, index]);
  usePresentKeys(root, (action) => {
    if (dark) setDark(false);
    else if (action === 'next') next();
    else if (action === 'back') back();
    else if (action === 'answer') showAnswer();
    else if (action === 'fullScreen') toggleFullScreen();
    else if (action === 'dark') setDark(true);
    else if (action === 'code') setLinked(true);
    else if (action === 'countdown') countdown.toggle();
    else leave();
  });
  const withScene = session.sceneAt(step) !== null && showsScene(lesson, step, block);
  return (
    <div
      ref={root}
      className="projector"
      data-dark={dark || undefined}
      data-scene={withScene || undefined}
      data-change={(block !== null && CHANGES.includes(block.kind)) || undefined}
      onPointerUp={(event) => focusAfter(event.target, slide.current)}
    >
      <header className="projector-head">
        <h1 className={block ? undefined : 'visually-hidden'}>{lesson.title}</h1>
        <CountdownTime control={countdown} />
      </header>
      <Slide ref={slide} lesson={lesson} step={step} moment={moment}>
        {corner && <LinkCorner place={here} />}
      </Slide>
      {withScene && <ProjectedScene />}
      <footer className="projector-bar">
        <Button disabled={step === 0 && index === 0} onClick={back}>
          {PRESENT.back}
        </Button>
        <span className="note projector-place">
          {PRESENT.place(step + 1, lesson.steps.length, index + 1, moments.length)}
        </span>
        <CountdownMenu onStart={startCountdown} />
        <Button onClick={() => setLinked(true)}>{LINK.tool}</Button>
        {document.fullscreenEnabled && <Button onClick={toggleFullScreen}>{PRESENT.fullScreen}</Button>}
        <Button onClick={leave}>{PRESENT.leave}</Button>
        <Button primary disabled={last} onClick={next}>
          {last ? PRESENT.end : nextLabel(moment, moments[index + 1])}
        </Button>
      </footer>
      <StudentLink
        place={here}
        open={linked}
        onClose={() => setLinked(false)}
        corner={corner}
        onCorner={setCorner}
      />
      {dark && (
        <p className="visually-hidden" role="status">
          {PRESENT.dark}
        </p>
      )}
    </div>
  );

  function toggleFullScreen(): void {
    if (document.fullscreenElement) void document.exitFullscreen();
    // A browser that refuses leaves the presentation as large as the page.
    else void document.documentElement.requestFullscreen().catch(() => undefined);
  }
}

/** State of the present part, and functions that go to the next and the previous one. */
function useMoments(lesson: Lesson, step: number, onStep: (step: number) => void) {
  const session = useSession();
  const [at, setAt] = useState({ step, index: 0 });
  const moments = momentsOf(lesson, step);
  const index = at.step === step ? Math.min(at.index, moments.length - 1) : 0;
  const go = useCallback((to: number) => setAt({ step, index: to }), [step]);
  const next = (): void => {
    const following = moments[index + 1];
    if (following) {
      go(index + 1);
      // Only the way forward starts runs: going back shows a part as it was left.
      if (following.block?.kind === 'run' && following.open) session.run(following.block);
      if (following.block?.kind === 'task' && following.open) void session.solve(following.block);
    } else if (step < lesson.steps.length - 1) onStep(step + 1);
  };
  const back = (): void => {
    if (index > 0) go(index - 1);
    else if (step > 0) {
      setAt({ step: step - 1, index: momentsOf(lesson, step - 1).length - 1 });
      onStep(step - 1);
    }
  };
  return { moments, index, next, back };
}

/** Blocks beside which the parameters of the scene are changed. */
const CHANGES: readonly string[] = ['task', 'data', 'check'];

/** Returns the name of the button that goes on: what appears next, if that was hidden. */
function nextLabel(moment: Moment, following: Moment | undefined): string {
  const { block, open } = moment;
  if (block && !open) {
    if (block.kind === 'run') return TASK.until(untilText(block.until));
    if (block.kind === 'task') return PRESENT.showSolution;
    if (isTwoParts(block)) return PRESENT.showAnswer;
  }
  return following?.block?.kind === 'reveal' ? PRESENT.show : PRESENT.next;
}

/** Gives the focus back to the slide after a press, so that the next key of a remote control turns the slide. */
function focusAfter(target: EventTarget, slide: HTMLElement | null): void {
  if (!(target instanceof Element) || target.closest('input, select, textarea, dialog, [popover]')) return;
  setTimeout(() => slide?.focus({ preventScroll: true }));
}
