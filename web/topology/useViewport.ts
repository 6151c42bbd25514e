/**
 * Zooming and panning of the picture: Ctrl with the wheel, two fingers, dragging the ground, buttons.
 *
 * Until someone zooms or pans, the picture is fitted, and follows the window's size. The plain wheel
 * is left to the page.
 */
import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react';
import { beginDrag } from './drag';
import type { Box } from './layout';
import { centred, held, showing, zoomedAbout, type Point, type Size, type Viewport } from './viewport';

export interface ViewportControl {
  view: Viewport;
  /** True until someone zooms or pans. */
  fitted: boolean;
  /** The scale at this moment, for gestures. */
  scale(): number;
  zoom(factor: number): void;
  fit(): void;
  /** Moves a box of the world into sight. */
  reveal(box: Box): void;
  /** Drags the ground. */
  pan(event: ReactPointerEvent): void;
}

/** `k`: the scale at which `content` fits `window`. */
export function useViewport(
  svg: RefObject<SVGSVGElement | null>,
  content: Size,
  window: Size,
  k: number,
): ViewportControl {
  const [chosen, setChosen] = useState<Viewport | null>(null);
  const view = chosen ? held(chosen, content, window) : centred(content, window, k);
  const latest = useRef({ view, content, window });
  useEffect(() => {
    latest.current = { view, content, window };
  });

  const [control] = useState(() => {
    const change = (next: (view: Viewport) => Viewport): void => {
      const now = latest.current;
      const changed = held(next(now.view), now.content, now.window);
      latest.current = { ...now, view: changed };
      setChosen(changed);
    };
    return {
      scale: () => latest.current.view.k,
      zoomAbout: (factor: number, about: Point) => change((now) => zoomedAbout(now, factor, about)),
      zoom: (factor: number) => {
        const { w, h } = latest.current.window;
        change((now) => zoomedAbout(now, factor, { x: w / 2, y: h / 2 }));
      },
      fit: () => setChosen(null),
      reveal: (box: Box) => {
        const now = latest.current;
        const next = showing(now.view, box, now.window);
        if (next.x !== now.view.x || next.y !== now.view.y) change(() => next);
      },
      pan: (event: ReactPointerEvent) => {
        const start = latest.current.view;
        const move = (dx: number, dy: number): void =>
          change((now) => ({ k: now.k, x: start.x + dx, y: start.y + dy }));
        beginDrag(event, 1, { move, drop: move, cancel: () => undefined });
      },
    };
  });

  useEffect(() => {
    const element = svg.current;
    if (!element) return;
    return listenToFingers(element, control.zoomAbout);
  }, [svg, control]);

  return { ...control, view, fitted: chosen === null };
}

/**
 * Ctrl and wheel (which is also how a trackpad pinches), and two fingers. A finger on what can be
 * dragged does not scroll the page: browsers heed `touch-action` on the whole drawing only.
 */
function listenToFingers(
  element: SVGSVGElement,
  zoomAbout: (factor: number, about: Point) => void,
): () => void {
  const fingers = new Map<number, Point>();
  const inside = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };

  const onWheel = (event: WheelEvent): void => {
    if (!event.ctrlKey && !event.metaKey) return;
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
