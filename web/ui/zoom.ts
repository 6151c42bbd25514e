/** Zoom of parts of the page by CSS, as the scene of a presented lesson has it. */

/**
 * Returns the zoom of an element. Coordinates of the pointer and bounding boxes are larger by it than the lengths inside the
 * element. Browsers that do not know it have none.
 */
export function zoomOf(element: Element): number {
  const { currentCSSZoom } = element as Partial<Element>;
  return currentCSSZoom ?? 1;
}
