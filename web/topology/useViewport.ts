/**
 * Zooming and panning of the picture: Ctrl with the wheel, two fingers, dragging the ground, buttons.
 *
 * Until someone zooms, the picture is fitted, and follows the window's size. The plain wheel is left
 * to the page.
 */
import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react';
import { beginDrag } from './drag';
import type { Box } from './layout';
import { centred, held, showing, zoomedAbout, type Point, type Size, type Viewport } from './viewport';

export interface ViewportControl {
  view: Viewport;
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
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const view = viewOf(chosen, content, window, k);
  const latest = useRef({ view, chosen, content, window, k });
  useEffect(() => {
    latest.current = { view, chosen, content, window, k };
  });

  const [control] = useState(() => {
    const choose = (next: Chosen): void => {
      const now = latest.current;
      const seen = viewOf(next, now.content, now.window, now.k);
      latest.current = { ...now, chosen: { ...seen, k: next.k }, view: seen };
      setChosen(latest.current.chosen);
    };
    const shift = ({ x, y }: Point): void => choose({ k: latest.current.chosen?.k ?? null, x, y });
    const zoomAt = (factor: number, about: Point): void =>
      choose(zoomedAbout(latest.current.view, factor, about));
    return {
      scale: () => latest.current.view.k,
      zoomAbout: zoomAt,
      zoom: (factor: number) => {
        const { w, h } = latest.current.window;
        zoomAt(factor, { x: w / 2, y: h / 2 });
      },
      fit: () => setChosen(null),
      reveal: (box: Box) => shift(showing(latest.current.view, box, latest.current.window)),
      pan: (event: ReactPointerEvent) => {
        const { x, y } = latest.current.view;
        const move = (dx: number, dy: number): void => shift({ x: x + dx, y: y + dy });
        beginDrag(event, 1, { move, drop: move, cancel: () => undefined });
      },
    };
  });

  useEffect(() => {
    const element = svg.current;
    if (!element) return;
    return listenToFingers(element, control.zoomAbout);
  }, [svg, control]);

  return { ...control, view };
}

/** What was chosen of the view: an offset and, after zooming, a scale; the fitted one until then. */
interface Chosen extends Point {
  k: number | null;
}

/** The chosen view as far as it covers the window; what fits into the window is always centred. */
function viewOf(chosen: Chosen | null, content: Size, window: Size, fitted: number): Viewport {
  if (!chosen) return centred(content, window, fitted);
  const k = chosen.k ?? fitted;
  return held({ k, x: chosen.x, y: chosen.y }, content, window);
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
