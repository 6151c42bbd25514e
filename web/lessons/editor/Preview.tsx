/** Preview of the step of a lesson that the author edits, with its scene. Nothing that is answered here is kept. */
import { useEffect, useState } from 'react';
import type { Lab } from '../../lab/lab';
import { BrowserStore } from '../../storage/browserStore';
import { BlockView } from '../view/Blocks';
import { useSession } from '../session/context';
import type { Lesson } from '../format/lesson';
import { OpenedLesson } from '../view/OpenedLesson';
import { Progress } from '../session/progress';
import { SceneView } from '../view/SceneView';
import { LESSON } from '../viewStrings';

interface Props {
  lesson: Lesson;
  /** Changes with the text of the lesson. */
  version: string;
  /** Step that is shown, from 0. */
  step: number;
  another(): Lab;
}

/** Step of a lesson as a reader sees it. */
export function Preview({ lesson, version, step, another }: Props) {
  const [progress] = useState(() => new Progress(new BrowserStore(null)));
  return (
    <div className="lesson-preview">
      <OpenedLesson key={version} lesson={lesson} storageKey="preview" progress={progress} another={another}>
        <Step lesson={lesson} step={step} />
      </OpenedLesson>
    </div>
  );
}

function Step({ lesson, step }: { lesson: Lesson; step: number }) {
  const session = useSession();
  const shown = lesson.steps[step];
  useEffect(() => void session.goTo(step), [session, step]);
  return (
    <>
      <p className="note">{LESSON.step(step + 1, lesson.steps.length)}</p>
      <h3>{shown?.heading}</h3>
      {shown?.blocks.map((block, i) => (
        <BlockView key={`${step}-${i}`} block={block} />
      ))}
      {session.sceneAt(step) && <SceneView onLab={null} />}
    </>
  );
}

/** Returns the step of a lesson at a line of its text, from 1: the last one that begins before it. */
export function stepAt(lesson: Lesson, line: number): number {
  // The line of a heading is at least two above its first block.
  const begins = lesson.steps.findLastIndex(({ blocks }) => (blocks[0]?.line ?? Infinity) - 2 <= line);
  return Math.max(0, begins);
}
