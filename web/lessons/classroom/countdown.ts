/** A countdown beside a question, without a clock of its own: all functions take the present time. */

/** State of the countdown; times in ms. */
export type Countdown =
  | { kind: 'off' }
  | { kind: 'running'; until_ms: number }
  | { kind: 'paused'; left_ms: number }
  | { kind: 'over' };

/** Length of the longest countdown, minutes. */
export const LONGEST_MIN = 90;

/** Returns a running countdown. */
export function started(minutes: number, now_ms: number): Countdown {
  return { kind: 'running', until_ms: now_ms + minutes * 60_000 };
}

/** Pauses a running countdown, and resumes a paused one. */
export function toggled(countdown: Countdown, now_ms: number): Countdown {
  if (countdown.kind === 'running') return { kind: 'paused', left_ms: leftOf(countdown, now_ms) };
  if (countdown.kind === 'paused') return { kind: 'running', until_ms: now_ms + countdown.left_ms };
  return countdown;
}

/** Ends a countdown whose time is over. */
export function advanced(countdown: Countdown, now_ms: number): Countdown {
  return countdown.kind === 'running' && now_ms >= countdown.until_ms ? { kind: 'over' } : countdown;
}

/** Returns the remaining time, ms; 0 if there is none. */
export function leftOf(countdown: Countdown, now_ms: number): number {
  if (countdown.kind === 'paused') return countdown.left_ms;
  return countdown.kind === 'running' ? Math.max(0, countdown.until_ms - now_ms) : 0;
}

/** Formats a remaining time, counted to the full second above: `2:05`. */
export function clockOf(left_ms: number): string {
  const seconds = Math.ceil(left_ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Reads minutes as people write them: `4`, `1.5`, `1:30`; null if they are not above 0 and at most 90. */
export function minutesOf(text: string): number | null {
  const match = /^(\d{1,2})(?::([0-5]\d)|[.,](\d{1,2}))?$/.exec(text.trim());
  if (!match) return null;
  const [, whole, seconds, fraction] = match;
  const minutes = Number(whole) + Number(seconds ?? 0) / 60 + Number(`0.${fraction ?? 0}`);
  return minutes > 0 && minutes <= LONGEST_MIN ? minutes : null;
}
