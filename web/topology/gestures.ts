/**
 * What wheels and fingers mean on the drawing: Ctrl and the wheel (which is also how a trackpad pinches)
 * or two fingers zoom, the wheel sideways slides.
 *
 * A finger on what can be dragged does not scroll the page. Style sheets cannot say so here: browsers
 * heed `touch-action` on the whole drawing, not on its parts.
 */
import type { Point } from './viewport';

export interface GestureTarget {
  /** Zooms about a point of the drawing's window, pixels. */
  zoomAbout(factor: number, about: Point): void;
  /** Slides sideways by pixels; false where there is nothing more to see. */
  slide(dx: number): boolean;
}

/** Returns how to stop. */
export function listenToGestures(element: SVGSVGElement, { zoomAbout, slide }: GestureTarget): () => void {
  const fingers = new Map<number, Point>();
  const inside = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
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
