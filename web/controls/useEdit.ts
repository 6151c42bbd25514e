/**
 * Raising changes from a field: single ones, and gestures that are one undo step however many values
 * they pass through.
 */
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLabActions } from '../lab/context';

export interface Edit {
  /** One change, an undo step of its own. */
  set(value: unknown): void;
  /** One of the values that a gesture passes through. */
  slide(value: unknown): void;
  /** Ends the gesture, if one is under way. */
  finish(): void;
}

let gestures = 0;

/** Edits the field at `path`. */
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

/** How long a value that was just set is shown before the engine's answer must have come, ms. */
const ANSWER_MS = 400;

/**
 * Shows a value that was just set until the engine has answered, so that a slider stays under the
 * hand although the scenario follows a few milliseconds later.
 *
 * Returns what to show, how to show a value now, and how to go back to the scenario's soon.
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
