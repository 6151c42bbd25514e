/**
 * How the picture lies in its window: a scale and an offset, with zooming, panning and fitting.
 *
 * A point of the world (x, y) is seen at (k·x + offset.x, k·y + offset.y), pixels of the page.
 */
export interface Viewport {
  /** Pixels of the page per unit of the world. */
  k: number;
  x: number;
  y: number;
}

export interface Size {
  w: number;
  h: number;
}

export interface Point {
  x: number;
  y: number;
}

export const MIN_ZOOM = 0.4;
export const MAX_ZOOM = 4;
/** Below this, text is not readable; a larger world is panned instead of shrunk. */
export const MIN_FIT = 0.72;

/** The scale at which a world of at least `content` fits `window`: never enlarged. */
export function fitScale(content: Size, window: Size): number {
  const k = Math.min(window.w / content.w, window.h / content.h, 1);
  return Number.isFinite(k) && k > 0 ? Math.max(MIN_FIT, k) : 1;
}

/** The world at scale `k`: in the middle, but from its left end where it is too wide. */
export function centered(content: Size, window: Size, k: number): Viewport {
  return { k, x: Math.max(0, (window.w - k * content.w) / 2), y: (window.h - k * content.h) / 2 };
}

/** Zoomed by `factor` about a point of the page, which stays where it is. */
export function zoomedAbout(view: Viewport, factor: number, about: Point): Viewport {
  const k = Math.min(Math.max(view.k * factor, MIN_ZOOM), MAX_ZOOM);
  const ratio = k / view.k;
  return { k, x: about.x - (about.x - view.x) * ratio, y: about.y - (about.y - view.y) * ratio };
}

/** The same view, moved so that the world covers the window; where it is smaller, it is centered. */
export function held(view: Viewport, content: Size, window: Size): Viewport {
  return {
    k: view.k,
    x: heldAxis(view.x, view.k * content.w, window.w),
    y: heldAxis(view.y, view.k * content.h, window.h),
  };
}

/** The same view, moved as little as needed to show a box of the world with a margin around it. */
export function showing(view: Viewport, box: Point & Size, window: Size): Viewport {
  const margin = 8;
  return {
    k: view.k,
    x: shownAxis(view.x, view.k * box.x - margin, view.k * (box.x + box.w) + margin, window.w),
    y: shownAxis(view.y, view.k * box.y - margin, view.k * (box.y + box.h) + margin, window.h),
  };
}

export function overflows(view: Viewport, content: Size, window: Size): { x: boolean; y: boolean } {
  return { x: view.k * content.w > window.w + 1, y: view.k * content.h > window.h + 1 };
}

function heldAxis(offset: number, length: number, window: number): number {
  const slack = window - length;
  return slack >= 0 ? slack / 2 : Math.min(Math.max(offset, slack), 0);
}

function shownAxis(offset: number, from: number, to: number, window: number): number {
  if (offset + from < 0) return -from;
  if (offset + to > window) return Math.max(window - to, -from);
  return offset;
}
