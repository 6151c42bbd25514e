/**
 * Zooming and panning of the drawing: Ctrl with the wheel, two fingers, dragging the background, buttons.
 *
 * Until the user zooms, the drawing fits the window and follows its size. The vertical wheel scrolls the page.
 */
import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react';
import { beginDrag } from './drag';
import { listenToGestures } from './gestures';
import type { Box } from './layout';
import {
  centered,
  held,
  overflows,
  showing,
  zoomedAbout,
  type Point,
  type Size,
  type Viewport,
} from './viewport';

/** View of the drawing, and its commands. */
export interface ViewportControl {
  view: Viewport;
  /** Returns the current scale, for gestures. */
  scale(): number;
  zoom(factor: number): void;
  fit(): void;
  /** Pans until a box of the drawing is visible. */
  reveal(box: Box): void;
  /** Pans by dragging the background. */
  pan(event: ReactPointerEvent): void;
}

/** Returns the view of the drawing; `k` is the scale at which `content` fits `window`. */
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
      slide: (dx: number): boolean => {
        const { view: now, content: world, window: frame } = latest.current;
        if (!overflows(now, world, frame).x) return false;
        shift({ x: now.x + dx, y: now.y });
        return true;
      },
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
    return listenToGestures(element, control);
  }, [svg, control]);

  return { ...control, view };
}

/** View that the user chose: an offset and, after zooming, a scale. */
interface Chosen extends Point {
  k: number | null;
}

/** Returns the chosen view, limited so that it covers the window; content that fits is centered. */
function viewOf(chosen: Chosen | null, content: Size, window: Size, fitted: number): Viewport {
  if (!chosen) return centered(content, window, fitted);
  const k = chosen.k ?? fitted;
  return held({ k, x: chosen.x, y: chosen.y }, content, window);
}
