/** The opened lesson, for the components of its text. */
import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { OpenView } from '../../lab/hidden';
import { keptIn, type LessonProgress, type Progress } from './progress';
import type { Session, SessionState } from './session';

/** Context with the opened lesson. */
export const SessionContext = createContext<{ session: Session; progress: Progress } | null>(null);

/** Context with the Learn view; a run pauses while it is not open. */
export const ViewContext = createContext<OpenView | undefined>(undefined);

/** Returns the opened lesson. */
export function useSession(): Session {
  return useOpened().session;
}

/** Reads the state of the opened lesson, like `useLab`. */
export function useLesson<T>(pick: (state: SessionState) => T): T {
  return useStore(useOpened().session.store, useShallow(pick));
}

/** Reads what is kept of the opened lesson. */
export function useKept<T>(pick: (kept: LessonProgress) => T): T {
  const { session, progress } = useOpened();
  return useStore(progress.store, ({ lessons }) => pick(keptIn(lessons, session.key)));
}

/** Returns the opened lesson with the progress of all lessons. */
export function useOpened(): { session: Session; progress: Progress } {
  const both = use(SessionContext);
  if (!both) throw new Error('There is no SessionContext around this component.');
  return both;
}
