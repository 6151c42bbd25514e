/** The little that the stage asks of the page's elements. */

/** The size an element has on the page, CSS pixels. */
export function boxOf(canvas: HTMLCanvasElement): { width: number; height: number } {
  return { width: canvas.clientWidth, height: canvas.clientHeight };
}

/** Screen pixels per CSS pixel. */
export function density(): number {
  return window.devicePixelRatio || 1;
}
