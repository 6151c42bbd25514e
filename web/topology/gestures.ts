/**
 * Wheel and touch gestures of the drawing: Ctrl and the wheel (also a pinch on a trackpad) or two fingers zoom; the
 * horizontal wheel pans.
 *
 * A touch on an element that can be dragged does not scroll the page. A style sheet cannot do this, because browsers
 * apply `touch-action` to the whole drawing and not to its parts.
 */
import { zoomOf } from '../ui/zoom';
import type { Point } from './viewport';

/** View that the gestures change. */
export interface GestureTarget {
  /** Zooms around a point of the window, pixels. */
  zoomAbout(factor: number, about: Point): void;
  /** Pans horizontally by pixels; returns false if all is visible. */
  slide(dx: number): boolean;
}

/** Handles the gestures of an element. Returns a function that stops it. */
export function listenToGestures(element: SVGSVGElement, { zoomAbout, slide }: GestureTarget): () => void {
  const fingers = new Map<number, Point>();
  const inside = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = element.getBoundingClientRect();
    const zoom = zoomOf(element);
    return { x: (clientX - left) / zoom, y: (clientY - top) / zoom };
  };

  const onWheel = (event: WheelEvent): void => {
    if (!event.ctrlKey && !event.metaKey) {
      const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
      if (sideways && slide(-event.deltaX)) event.preventDefault();
      return;
    }
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * 16;
    zoomAbout(2 ** (-pixels / 240), inside(event));
  };
  const onDown = (event: PointerEvent): void => {
    if (event.pointerType === 'touch') fingers.set(event.pointerId, inside(event));
  };
  const onMove = (event: PointerEvent): void => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const after = inside(event);
    fingers.set(event.pointerId, after);
    if (fingers.size !== 2) return;
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return;
    const factor = distance(after, other) / Math.max(1, distance(before, other));
    zoomAbout(factor, { x: (after.x + other.x) / 2, y: (after.y + other.y) / 2 });
  };
  const onUp = ({ pointerId }: PointerEvent): void => {
    fingers.delete(pointerId);
  };

  const onTouchMove = (event: TouchEvent): void => {
    const grabbed = event.target instanceof Element && event.target.closest('[data-grab]');
    if (grabbed && event.cancelable) event.preventDefault();
  };

  element.addEventListener('wheel', onWheel, { passive: false });
  element.addEventListener('touchmove', onTouchMove, { passive: false });
  element.addEventListener('pointerdown', onDown, true);
  window.addEventListener('pointermove', onMove);
  window.addEventListener('pointerup', onUp);
  window.addEventListener('pointercancel', onUp);
  return () => {
    element.removeEventListener('wheel', onWheel);
    element.removeEventListener('touchmove', onTouchMove);
    element.removeEventListener('pointerdown', onDown, true);
    window.removeEventListener('pointermove', onMove);
    window.removeEventListener('pointerup', onUp);
    window.removeEventListener('pointercancel', onUp);
  };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
