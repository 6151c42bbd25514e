/**
 * Changes the text of an element, leaving the page alone where nothing changed. Its text node stays: with another one
 * in its place the browser asks of the whole page which rules apply to it now.
 */
export function writeText(element: Element | null, text: string): void {
  if (!element || element.textContent === text) return;
  const { firstChild: first, lastChild: last } = element;
  if (first instanceof Text && first === last) first.data = text;
  else element.textContent = text;
}
