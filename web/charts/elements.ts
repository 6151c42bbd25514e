/** Measurements of the page's elements for the stage. */
import { zoomOf } from '../ui/zoom';

/** Returns the size of a canvas on the page, in CSS pixels. */
export function boxOf(canvas: HTMLCanvasElement): { width: number; height: number } {
  return { width: canvas.clientWidth, height: canvas.clientHeight };
}

/** Returns the number of screen pixels per pixel of a canvas. */
export function density(canvas: HTMLCanvasElement): number {
  return (window.devicePixelRatio || 1) * zoomOf(canvas);
}
