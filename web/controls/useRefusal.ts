/** Text of a field whose value the engine refused, so that the field can keep it. */
import { useRef, useState } from 'react';
import { useLab, useThisLab } from '../lab/context';

/** A refused text with the reason; both are null if there is none. */
export interface Refusal {
  text: string | null;
  reason: string | null;
  /** Waits for the engine's answer to the value of this text. */
  watch(text: string): void;
  drop(): void;
}

/** Returns the last refused text, while the problems are listed; the engine may report them at another field. */
export function useRefusal(): Refusal {
  const { store } = useThisLab();
  const [text, setText] = useState<string | null>(null);
  const stop = useRef<(() => void) | null>(null);
  const first = useLab((s) => s.problems[0]?.message ?? null);
  const drop = (): void => {
    stop.current?.();
    setText(null);
  };
  return {
    text: first === null ? null : text,
    reason: text === null ? null : first,
    drop,
    watch(sent) {
      drop();
      stop.current = store.subscribe(({ problems }, before) => {
        if (problems === before.problems) return;
        stop.current?.();
        setText(problems.length > 0 ? sent : null);
      });
    },
  };
}
