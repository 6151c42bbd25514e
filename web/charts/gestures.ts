/**
 * Recognition of gestures on a chart: hover, tap, drag (pan), pinch or wheel (zoom).
 *
 * This is a state machine over pointer positions without access to the DOM; `pointers.ts` passes the events.
 */
export type Intent =
  | { kind: 'hover'; x: number | null }
  /** Click or tap at `x`. */
  | { kind: 'tap'; x: number }
  /** Drag to the right by `dx` pixels. */
  | { kind: 'pan'; dx: number }
  /** `factor` > 1 shows less time; `x` stays where it is. */
  | { kind: 'zoom'; factor: number; x: number };

/** Position of a pointer. */
export interface PointerAt {
  id: number;
  x: number;
  touch: boolean;
}

/** State machine that recognizes gestures. */
export class Gestures {
  private readonly down = new Map<number, number>();
  private start: number | null = null;
  private moved = false;

  press({ id, x }: PointerAt): void {
    this.moved = this.down.size > 0;
    this.down.set(id, x);
    this.start = x;
  }

  move({ id, x, touch }: PointerAt): Intent[] {
    const before = this.down.get(id);
    if (before === undefined) return touch ? [] : [{ kind: 'hover', x }];
    if (this.down.size >= 2) return this.pinch(id, before, x);
    if (!this.moved && Math.abs(x - (this.start ?? x)) < SLACK) return [];
    const from = this.moved ? before : (this.start ?? before);
    this.moved = true;
    this.down.set(id, x);
    const pan: Intent = { kind: 'pan', dx: x - from };
    return touch ? [pan] : [pan, { kind: 'hover', x }];
  }

  release({ id, x }: PointerAt): Intent[] {
    const known = this.down.delete(id);
    const tap = known && !this.moved && this.down.size === 0;
    return tap ? [{ kind: 'tap', x }] : [];
  }

  /** Handles a pointer that left the chart or was canceled by the browser. */
  leave({ id, touch }: PointerAt): Intent[] {
    const dragging = this.down.delete(id);
    return touch || dragging ? [] : [{ kind: 'hover', x: null }];
  }

  /** Handles the wheel, in pixels. A horizontal movement, or Shift, pans; other movements zoom. */
  wheel(dx: number, dy: number, x: number, shift: boolean): Intent {
    if (shift || Math.abs(dx) > Math.abs(dy))
      return { kind: 'pan', dx: -(Math.abs(dx) > Math.abs(dy) ? dx : dy) };
    const notch = Math.max(-120, Math.min(120, dy));
    return { kind: 'zoom', factor: 2 ** (-notch / 240), x };
  }

  private pinch(id: number, before: number, x: number): Intent[] {
    this.moved = true;
    const other = [...this.down].find(([key]) => key !== id)?.[1] ?? x;
    this.down.set(id, x);
    const wide = Math.max(1, Math.abs(x - other));
    const was = Math.max(1, Math.abs(before - other));
    return [
      { kind: 'zoom', factor: wide / was, x: (x + other) / 2 },
      { kind: 'pan', dx: (x - before) / 2 },
    ];
  }
}

/** A press that moves less than this is a tap, in pixels. */
const SLACK = 4;
