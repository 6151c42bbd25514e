/** Measurements of the page's elements for the stage. */

/** Returns the size of a canvas on the page, in CSS pixels. */
export function boxOf(canvas: HTMLCanvasElement): { width: number; height: number } {
  return { width: canvas.clientWidth, height: canvas.clientHeight };
}

/** Returns the number of screen pixels per CSS pixel. */
export function density(): number {
  return window.devicePixelRatio || 1;
}
