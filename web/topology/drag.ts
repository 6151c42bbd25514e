/**
 * One pointer gesture, from press to release: movement in the world's units, Escape takes it back.
 *
 * Presses that hardly move are no drag, so that a click stays a click. A second finger (a pinch) takes
 * the gesture back as well.
 */
import type { PointerEvent as ReactPointerEvent } from 'react';
import { zoomOf } from '../ui/zoom';

/** Handlers of a drag. */
export interface Gesture {
  /** Distance at which a press becomes a drag, pixels of the page; 0 to begin at once. */
  threshold?: number;
  /** Called with the distance of the pointer from its start, in units of the drawing. */
  move(dx: number, dy: number): void;
  /** Called when the pointer is released after a drag. */
  drop(dx: number, dy: number): void;
  /** Called when Escape, a second finger or the system ends the drag. */
  cancel(): void;
}

const THRESHOLD = 4;

/** Begins a drag; `k` is the scale of the drawing. Call it from `onPointerDown`. */
export function beginDrag(event: ReactPointerEvent, k: number, gesture: Gesture): void {
  if (event.button !== 0 || !event.isPrimary) return;
  const { pointerId, clientX, clientY, currentTarget } = event;
  const threshold = gesture.threshold ?? THRESHOLD;
  const scale = k * zoomOf(currentTarget);
  let dragging = false;
  const offset = (to: PointerEvent): [dx: number, dy: number] => [
    (to.clientX - clientX) / scale,
    (to.clientY - clientY) / scale,
  ];

  const onMove = (to: PointerEvent): void => {
    if (to.pointerId !== pointerId) return;
    if (!dragging) {
      if (Math.hypot(to.clientX - clientX, to.clientY - clientY) < threshold) return;
      dragging = true;
      if ('setPointerCapture' in currentTarget) currentTarget.setPointerCapture(pointerId);
    }
    gesture.move(...offset(to));
  };
  const onUp = (to: PointerEvent): void => {
    if (to.pointerId !== pointerId) return;
    stop();
    if (!dragging) return;
    swallowClick();
    gesture.drop(...offset(to));
  };
  const abandon = (): void => {
    stop();
    if (dragging) gesture.cancel();
  };
  const onCancel = (to: PointerEvent): void => {
    if (to.pointerId === pointerId) abandon();
  };
  const onPress = (to: PointerEvent): void => {
    if (to.pointerId !== pointerId) abandon();
  };
  const onKey = (key: KeyboardEvent): void => {
    if (key.key !== 'Escape' || !dragging) return;
    key.stopPropagation();
    abandon();
  };
  const stop = (): void => {
    window.removeEventListener('pointermove', onMove);
    window.removeEventListener('pointerup', onUp);
    window.removeEventListener('pointercancel', onCancel);
    window.removeEventListener('pointerdown', onPress, true);
    window.removeEventListener('keydown', onKey, true);
  };
  window.addEventListener('pointermove', onMove);
  window.addEventListener('pointerup', onUp);
  window.addEventListener('pointercancel', onCancel);
  window.addEventListener('pointerdown', onPress, true);
  window.addEventListener('keydown', onKey, true);
}

/** Ignores the click that the browser sends when a drag ends. */
function swallowClick(): void {
  const swallow = (click: MouseEvent): void => click.stopPropagation();
  window.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0);
}
