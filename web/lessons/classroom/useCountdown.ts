/** Hook for the countdown of a presentation. */
import { useEffect, useState } from 'react';
import { advanced, leftOf, started, toggled, type Countdown } from './countdown';

/** Time between two readings of the clock, ms. */
const TICK_MS = 250;

/** Length of a countdown that a key starts, minutes. */
const USUAL_MIN = 2;

/** Countdown with its remaining time, ms, and its actions. */
export interface CountdownControl {
  countdown: Countdown;
  left_ms: number;
  start(minutes: number): void;
  /** Pauses, resumes, or starts two minutes. */
  toggle(): void;
  stop(): void;
}

/** Returns the countdown; the component renders again as time passes. */
export function useCountdown(): CountdownControl {
  const [{ countdown, now_ms }, setState] = useState({ countdown: OFF, now_ms: 0 });
  const change = (next: (before: Countdown, now_ms: number) => Countdown): void => {
    const now = performance.now();
    setState((state) => ({ countdown: next(state.countdown, now), now_ms: now }));
  };
  const running = countdown.kind === 'running';
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => {
      const now = performance.now();
      setState((state) => ({ countdown: advanced(state.countdown, now), now_ms: now }));
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [running]);
  return {
    countdown,
    left_ms: leftOf(countdown, now_ms),
    start: (minutes) => change((_, now) => started(minutes, now)),
    toggle: () =>
      change((before, now) =>
        before.kind === 'off' || before.kind === 'over' ? started(USUAL_MIN, now) : toggled(before, now),
      ),
    stop: () => change(() => OFF),
  };
}

const OFF: Countdown = { kind: 'off' };
