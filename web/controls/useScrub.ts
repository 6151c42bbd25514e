/**
 * Dragging the label of a number changes the number: to the right it grows, to the left it shrinks.
 *
 * A movement of less than three pixels is a click and focuses the field as usual. On touch screens a vertical movement
 * still scrolls (`touch-action: pan-y` in the style sheet).
 */
import { useRef, type MouseEvent, type PointerEvent } from 'react';

interface Scrub {
  /** Returns the number before the gesture; null if there is no number. */
  from(): number | null;
  /** Called with the initial number and the distance moved, pixels. */
  move(start: number, pixels: number): void;
  end(): void;
}

const CLICK_PX = 3;

/** Returns the event handlers of the label that is dragged. */
export function useScrub({ from, move, end }: Scrub) {
  const drag = useRef<{ x: number; start: number; moved: boolean } | null>(null);
  const swallow = useRef(false);

  const stop = (): void => {
    if (drag.current?.moved) {
      swallow.current = true;
      end();
    }
    drag.current = null;
  };

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      const start = from();
      if (event.button !== 0 || start === null) return;
      swallow.current = false;
      drag.current = { x: event.clientX, start, moved: false };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      const state = drag.current;
      if (!state) return;
      const pixels = event.clientX - state.x;
      if (!state.moved && Math.abs(pixels) < CLICK_PX) return;
      state.moved = true;
      move(state.start, pixels);
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onClick: (event: MouseEvent<HTMLElement>): void => {
      // A drag that ends on the label must not put the cursor into the field.
      if (swallow.current) event.preventDefault();
      swallow.current = false;
    },
  };
}
