/** Changes that a field makes: single changes, and gestures, which are one undo step with any number of values. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLabActions } from '../lab/context';

/** Functions that change one field. */
export interface Edit {
  /** Makes one change with its own undo step. */
  set(value: unknown): void;
  /** Sets a value during a gesture. */
  slide(value: unknown): void;
  /** Ends the gesture, if there is one. */
  finish(): void;
}

let gestures = 0;

/** Returns the functions that change the field at `path`. */
export function useEdit(path: string): Edit {
  const actions = useLabActions();
  const gesture = useRef<string | null>(null);
  return useMemo(
    () => ({
      set: (value) => actions.change([{ path, value }]),
      slide: (value) => {
        if (gesture.current === null) {
          gestures += 1;
          gesture.current = `${path}#${gestures}`;
        }
        actions.change([{ path, value }], gesture.current);
      },
      finish: () => {
        if (gesture.current === null) return;
        gesture.current = null;
        actions.endGesture();
      },
    }),
    [actions, path],
  );
}

/** Time for which a value is shown before the engine confirms it, ms. */
const ANSWER_MS = 400;

/**
 * Shows a value that was just set until the engine confirms it. A slider thus follows the pointer, although the scenario
 * changes a few milliseconds later.
 *
 * Returns the value to show, a function that shows a value now, and a function that returns to the scenario's value soon.
 */
export function usePending<T>(value: T): [shown: T, show: (value: T) => void, settle: () => void] {
  const [pending, setPending] = useState<{ value: T } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = (next: T): void => {
    clearTimeout(timer.current);
    setPending({ value: next });
  };
  const settle = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setPending(null), ANSWER_MS);
  };
  return [pending ? pending.value : value, show, settle];
}
