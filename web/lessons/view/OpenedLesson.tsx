/** Opens a lesson with a simulator of its own, for the components below. */
import { use, useEffect, useState, type ReactNode } from 'react';
import { LabContext } from '../../lab/context';
import { whileVisible } from '../../lab/hidden';
import type { Lab } from '../../lab/lab';
import { SessionContext, ViewContext } from '../session/context';
import type { Lesson } from '../format/lesson';
import type { Progress } from '../session/progress';
import { Session } from '../session/session';
import { LESSON } from '../viewStrings';

interface Props {
  lesson: Lesson;
  /** Name of the lesson in the progress. */
  storageKey: string;
  progress: Progress;
  another(): Lab;
  children: ReactNode;
}

/** Shows its children once the lesson is open, and ends its run when they leave. */
export function OpenedLesson({ lesson, storageKey, progress, another, children }: Props) {
  const view = use(ViewContext);
  const [session, setSession] = useState<Session | null>(null);
  useEffect(() => {
    let close = (): void => undefined;
    // The text is drawn first; the simulator starts after that.
    const timer = setTimeout(() => {
      const lab = another();
      const opened = new Session(lesson, storageKey, lab, progress);
      const stop = whileVisible(lab, view);
      close = () => {
        stop();
        opened.close();
      };
      setSession(opened);
    });
    return () => {
      clearTimeout(timer);
      close();
    };
  }, [lesson, storageKey, progress, another, view]);
  if (!session) return <p className="note">{LESSON.loading}</p>;
  return (
    <SessionContext value={{ session, progress }}>
      <LabContext value={session.scene.lab}>{children}</LabContext>
    </SessionContext>
  );
}
