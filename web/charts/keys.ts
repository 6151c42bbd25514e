/** Keys of a focused chart. `KEY_HELP` in `strings.ts` explains them. */
import type { Interval } from '../engine/interval';

/** Command of a key. */
export type KeyCommand =
  | { kind: 'cursor'; t_s: number }
  | { kind: 'pan'; dt_s: number }
  | { kind: 'zoom'; factor: number; about_s: number }
  | { kind: 'pin'; t_s: number | null }
  | { kind: 'go'; t_s: number }
  | { kind: 'follow' }
  | { kind: 'clear' };

/** State of the time axis when a key is pressed. All times are in seconds. */
export interface KeyContext {
  shown: Interval;
  /** Current time of the run. */
  now_s: number;
  cursor_s: number | null;
  pinned_s: number | null;
}

/** Returns the commands of a key; none if the chart does not use the key. */
export function commandsOf(key: string, shift: boolean, context: KeyContext): KeyCommand[] {
  const { shown, now_s, pinned_s } = context;
  const span_s = shown.t1_s - shown.t0_s;
  const edge_s = Math.min(shown.t1_s, Math.max(now_s, shown.t0_s));
  const at_s = Math.min(Math.max(context.cursor_s ?? pinned_s ?? edge_s, shown.t0_s), edge_s);
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowRight': {
      const direction = key === 'ArrowLeft' ? -1 : 1;
      if (shift) return [{ kind: 'pan', dt_s: (direction * span_s) / 5 }];
      return step(at_s + (direction * span_s) / 100, context);
    }
    case 'Home':
      return [{ kind: 'cursor', t_s: shown.t0_s }];
    case 'End':
      return shift ? [{ kind: 'follow' }] : [{ kind: 'cursor', t_s: edge_s }];
    case '+':
    case '=':
      return [{ kind: 'zoom', factor: 1.5, about_s: at_s }];
    case '-':
    case '_':
      return [{ kind: 'zoom', factor: 1 / 1.5, about_s: at_s }];
    case 'Enter':
      return [{ kind: 'pin', t_s: pinned_s !== null && same(pinned_s, at_s, span_s) ? null : at_s }];
    case 'g':
      return [{ kind: 'go', t_s: at_s }];
    case 'Escape':
      return [{ kind: 'clear' }];
    default:
      return [];
  }
}

/** Returns the commands for a step of the cursor, within the simulated time. The view pans if the cursor leaves it. */
function step(wanted_s: number, { shown, now_s }: KeyContext): KeyCommand[] {
  const t_s = Math.min(Math.max(wanted_s, 0), now_s);
  const pan: KeyCommand[] =
    t_s < shown.t0_s
      ? [{ kind: 'pan', dt_s: t_s - shown.t0_s }]
      : t_s > shown.t1_s
        ? [{ kind: 'pan', dt_s: t_s - shown.t1_s }]
        : [];
  return [...pan, { kind: 'cursor', t_s }];
}

/** Returns whether two times are closer than 1/200 of the view, so that they look the same. */
export function same(a_s: number, b_s: number, span_s: number): boolean {
  return Math.abs(a_s - b_s) < span_s / 200;
}
