/**
 * View of the drawing: a scale and an offset, with zooming, panning and fitting.
 *
 * A point (x, y) of the drawing is at (k·x + offset.x, k·y + offset.y) in the window, pixels of the page.
 */
export interface Viewport {
  /** Scale, pixels of the page per unit of the drawing. */
  k: number;
  x: number;
  y: number;
}

/** Size of a rectangle, in pixels of the page or units of the drawing. */
export interface Size {
  w: number;
  h: number;
}

/** Position in the page or in the drawing. */
export interface Point {
  x: number;
  y: number;
}

/** Smallest scale of zooming. */
export const MIN_ZOOM = 0.4;
/** Largest scale of zooming. */
export const MAX_ZOOM = 4;
/** Smallest scale of fitting. Below it, text is not readable, so that a larger drawing is panned. */
export const MIN_FIT = 0.72;

/** Returns the scale at which `content` fits `window`, at most 1. */
export function fitScale(content: Size, window: Size): number {
  const k = Math.min(window.w / content.w, window.h / content.h, 1);
  return Number.isFinite(k) && k > 0 ? Math.max(MIN_FIT, k) : 1;
}

/** Returns the view at scale `k`: centered, or from the left end if the drawing is too wide. */
export function centered(content: Size, window: Size, k: number): Viewport {
  return { k, x: Math.max(0, (window.w - k * content.w) / 2), y: (window.h - k * content.h) / 2 };
}

/** Returns the view zoomed by `factor` around a point of the page, which stays in place. */
export function zoomedAbout(view: Viewport, factor: number, about: Point): Viewport {
  const k = Math.min(Math.max(view.k * factor, MIN_ZOOM), MAX_ZOOM);
  const ratio = k / view.k;
  return { k, x: about.x - (about.x - view.x) * ratio, y: about.y - (about.y - view.y) * ratio };
}

/** Returns the view moved so that the drawing covers the window; a smaller drawing is centered. */
export function held(view: Viewport, content: Size, window: Size): Viewport {
  return {
    k: view.k,
    x: heldAxis(view.x, view.k * content.w, window.w),
    y: heldAxis(view.y, view.k * content.h, window.h),
  };
}

/** Returns the view moved as little as needed to show a box with a margin around it. */
export function showing(view: Viewport, box: Point & Size, window: Size): Viewport {
  const margin = 8;
  return {
    k: view.k,
    x: shownAxis(view.x, view.k * box.x - margin, view.k * (box.x + box.w) + margin, window.w),
    y: shownAxis(view.y, view.k * box.y - margin, view.k * (box.y + box.h) + margin, window.h),
  };
}

/** Whether the drawing is larger than the window, by axis. */
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
